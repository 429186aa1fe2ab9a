'use client'

import { type FormEvent, useState } from 'react'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/text-field'
import { useFirstWrong } from '@/components/ui/use-first-wrong'
import { describeError, isSignInFailure } from '@/lib/api/errors'

/** Asks for the password before a sensitive change, because the screen may have been left unlocked. */
export function PasswordConfirmForm({
  email,
  action,
  isPending,
  error,
  onPassword,
}: {
  readonly email: string
  readonly action: string
  readonly isPending: boolean
  readonly error: unknown
  readonly onPassword: (password: string) => void
}) {
  const form = useFirstWrong(error)
  const [password, setPassword] = useState('')
  const isOfField = isSignInFailure(error) || (error ? describeError(error).parameter !== null : false)
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isPending) onPassword(password)
  }
  return (
    <form ref={form} onSubmit={submit} noValidate className="flex flex-col gap-3">
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <TextField
        type="password"
        label="Your password"
        autoComplete="current-password"
        value={password}
        error={isOfField ? 'Wrong password.' : undefined}
        onChange={({ target }) => setPassword(target.value)}
      />
      {error && !isOfField ? <ProblemNotice error={error} /> : null}
      <Button type="submit" aria-disabled={isPending} className="self-start max-md:self-stretch">
        {isPending ? 'Checking' : action}
      </Button>
    </form>
  )
}
