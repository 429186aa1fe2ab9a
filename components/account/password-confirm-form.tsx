'use client'

import { type FormEvent, useState } from 'react'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/text-field'
import { useFirstWrong } from '@/components/ui/use-first-wrong'
import { describeError, isSignInFailure, isWrongCode } from '@/lib/api/errors'

/** Asks for the password, and for a code where two-factor is on: the screen may have been left unlocked. */
export function PasswordConfirmForm({
  email,
  action,
  asksCode,
  isPending,
  error,
  onConfirm,
}: {
  readonly email: string
  readonly action: string
  readonly asksCode: boolean
  readonly isPending: boolean
  readonly error: unknown
  readonly onConfirm: (entry: { password: string; code: string }) => void
}) {
  const form = useFirstWrong(error)
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const parameter = error ? describeError(error).parameter : null
  const isPasswordWrong = isSignInFailure(error) || parameter === 'password'
  const isCodeWrong = isWrongCode(error) || parameter === 'code'
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isPending) onConfirm({ password, code: code.replaceAll(/\s/g, '') })
  }
  return (
    <form ref={form} onSubmit={submit} noValidate className="flex flex-col gap-3">
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <TextField
        type="password"
        label="Your password"
        autoComplete="current-password"
        value={password}
        error={isPasswordWrong ? 'Wrong password.' : undefined}
        onChange={({ target }) => setPassword(target.value)}
      />
      {asksCode ? (
        <TextField
          label="Code"
          hint="Six digits from your authenticator app, or a backup code."
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={32}
          value={code}
          error={isCodeWrong ? 'Wrong code. Codes change every 30 seconds.' : undefined}
          onChange={({ target }) => setCode(target.value)}
        />
      ) : null}
      {error && !isPasswordWrong && !isCodeWrong ? <ProblemNotice error={error} /> : null}
      <Button type="submit" aria-disabled={isPending} className="self-start max-md:self-stretch">
        {isPending ? 'Checking' : action}
      </Button>
    </form>
  )
}
