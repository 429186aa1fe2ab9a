import type { ComponentProps, ReactNode } from 'react'
import { Field, inputClass } from './field'

/** Labelled text input, required by default; `className` is that of the whole field. */
export function TextField({
  label,
  hint,
  error,
  className,
  ...input
}: {
  readonly label: string
  readonly hint?: ReactNode
  readonly error?: ReactNode
} & Omit<ComponentProps<'input'>, 'id'>) {
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(control) => <input required {...input} {...control} className={inputClass} />}
    </Field>
  )
}
