'use client'

import { type FormEvent, useState } from 'react'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { TextField } from '@/components/ui/text-field'
import { useFirstWrong } from '@/components/ui/use-first-wrong'
import { describeError, isSignInFailure } from '@/lib/api/errors'
import { SHORTEST_PASSWORD } from '@/lib/contract/sign-in'
import { usePasswordChange } from '@/lib/queries/account'

const EMPTY = { current: '', password: '' }

/** Changes the password. The typed text stays after a refusal. */
export function PasswordForm({ email }: { readonly email: string }) {
  const [typed, setTyped] = useState(EMPTY)
  const { mutate, isPending, isSuccess, error, reset } = usePasswordChange()
  const form = useFirstWrong(error)
  const refused = error ? describeError(error) : null
  const isWrong = isSignInFailure(error)

  function change(part: Partial<typeof typed>) {
    setTyped((before) => ({ ...before, ...part }))
    if (error || isSuccess) reset()
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isPending) mutate(typed, { onSuccess: () => setTyped(EMPTY) })
  }
  const errorOf = (parameter: keyof typeof typed) =>
    refused?.parameter === parameter ? `Use ${refused.allowed}.` : undefined

  return (
    <form ref={form} onSubmit={submit} noValidate className="flex flex-col gap-3">
      {/* For password managers. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <TextField
        type="password"
        label="Current password"
        autoComplete="current-password"
        value={typed.current}
        error={isWrong ? 'Wrong password.' : errorOf('current')}
        onChange={({ target }) => change({ current: target.value })}
      />
      <TextField
        type="password"
        label="New password"
        autoComplete="new-password"
        value={typed.password}
        hint={`At least ${SHORTEST_PASSWORD} characters; a whole sentence works well.`}
        error={errorOf('password')}
        onChange={({ target }) => change({ password: target.value })}
      />
      {error && !isWrong && !refused?.parameter ? <ProblemNotice error={error} /> : null}
      {isSuccess ? <Notice title="Password changed">You are signed out everywhere else.</Notice> : null}
      <Button
        type="submit"
        variant="primary"
        aria-disabled={isPending}
        className="self-start max-md:self-stretch"
      >
        {isPending ? 'Changing' : 'Change password'}
      </Button>
    </form>
  )
}
