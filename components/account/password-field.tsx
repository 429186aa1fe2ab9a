'use client'

import type { ReactNode } from 'react'
import { Field, inputClass } from '@/components/ui/field'

/** Password field; `autoComplete` is for password managers. */
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

// Above the server's maximum, which then reports it: a shorter field would silently cut a pasted password.
const LONGEST = 1_000
