'use client'

import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
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

/** Ref of a form that focuses its first invalid field on an error, so that screen readers announce it. */
export function useFirstWrong(error: unknown) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [error])
  return form
}
