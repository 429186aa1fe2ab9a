'use client'

import type { ReactNode } from 'react'
import { Field, inputClass } from '@/components/ui/field'

/** A password; `autoComplete` tells the password manager which. */
export function PasswordField({
  label,
  autoComplete,
  value,
  hint,
  error,
  onChange,
}: {
  readonly label: string
  readonly autoComplete: 'current-password' | 'new-password'
  readonly value: string
  readonly hint?: ReactNode
  readonly error?: ReactNode
  readonly onChange: (value: string) => void
}) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <input
          {...control}
          type="password"
          required
          maxLength={LONGEST}
          autoComplete={autoComplete}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          className={inputClass}
        />
      )}
    </Field>
  )
}

// Above what the server takes, so that it is the server that says so: a field that cuts a pasted password off makes
// another one of it.
const LONGEST = 1_000
