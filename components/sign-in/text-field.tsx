import type { ComponentProps, ReactNode } from 'react'
import { Field, inputClass } from '@/components/ui/field'

/** Required text field. */
export function TextField({
  label,
  hint,
  error,
  ...input
}: {
  readonly label: string
  readonly hint?: ReactNode
  readonly error?: ReactNode
} & Omit<ComponentProps<'input'>, 'id' | 'className'>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <input {...control} required {...input} className={inputClass} />}
    </Field>
  )
}
