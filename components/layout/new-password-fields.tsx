'use client'

import { useState } from 'react'
import { TextField } from '@/components/ui/text-field'
import { describeError } from '@/lib/api/errors'
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '@/lib/contract/sign-in'

const EMPTY = { password: '', again: '' }

/** A new password typed twice. */
export function useNewPassword() {
  const [typed, setTyped] = useState(EMPTY)
  return { typed, setTyped, clear: () => setTyped(EMPTY), isSame: typed.password === typed.again }
}

/** @param error of the form: a refused password is shown at its field */
export function NewPasswordFields({
  label,
  entry: { typed, setTyped, isSame },
  error,
  onChange,
}: {
  readonly label: string
  readonly entry: ReturnType<typeof useNewPassword>
  readonly error: unknown
  readonly onChange?: () => void
}) {
  const refused = error ? describeError(error) : null
  const isRefused = refused?.parameter === 'password'
  function change(part: Partial<typeof EMPTY>) {
    setTyped((before) => ({ ...before, ...part }))
    onChange?.()
  }
  return (
    <>
      <TextField
        label={label}
        type="password"
        name="new-password"
        autoComplete="new-password"
        hint={`At least ${SHORTEST_PASSWORD} characters. A few words are easy to remember and hard to guess.`}
        error={isRefused ? `Use ${refused.allowed}.` : undefined}
        minLength={SHORTEST_PASSWORD}
        maxLength={LONGEST_PASSWORD}
        value={typed.password}
        onChange={({ target }) => change({ password: target.value })}
      />
      <TextField
        label={`Confirm ${label.toLowerCase()}`}
        type="password"
        name="confirm-password"
        autoComplete="new-password"
        error={typed.again !== '' && !isSame ? 'Passwords don’t match.' : undefined}
        maxLength={LONGEST_PASSWORD}
        value={typed.again}
        onChange={({ target }) => change({ again: target.value })}
      />
    </>
  )
}
