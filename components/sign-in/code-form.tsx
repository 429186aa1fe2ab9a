'use client'

import { useState } from 'react'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/text-field'
import { useSignInCode } from '@/lib/queries/operators/sign-in'

/** Second step where two-factor is on. */
export function CodeForm({
  onSignedIn,
  onBack,
}: {
  readonly onSignedIn: () => void
  readonly onBack: () => void
}) {
  const [code, setCode] = useState('')
  const { mutate, isPending, isSuccess, error } = useSignInCode()
  const isBusy = isPending || isSuccess
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) mutate(code.trim(), { onSuccess: onSignedIn, onError: () => setCode('') })
      }}
    >
      <TextField
        label="Code"
        hint="Six digits from your authenticator app, or a backup code."
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        minLength={6}
        maxLength={32}
        autoFocus
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      {error ? <ProblemNotice error={error} /> : null}
      <Button type="submit" variant="primary" aria-disabled={isBusy}>
        {isBusy ? 'Signing in' : 'Sign in'}
      </Button>
      <Button variant="ghost" onClick={onBack}>
        Start again
      </Button>
    </form>
  )
}
