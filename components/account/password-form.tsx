'use client'

import { type FormEvent, useState } from 'react'
import { NewPasswordFields, useNewPassword } from '@/components/layout/new-password-fields'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { TextField } from '@/components/ui/text-field'
import { useFirstWrong } from '@/components/ui/use-first-wrong'
import { describeError, isSignInFailure } from '@/lib/api/errors'
import { usePasswordChange } from '@/lib/queries/operators/account'

/** Changes the password. The typed text stays after a refusal. */
export function PasswordForm({ email }: { readonly email: string }) {
  const [current, setCurrent] = useState('')
  const entry = useNewPassword()
  const { mutate, isPending, isSuccess, error, reset } = usePasswordChange()
  const form = useFirstWrong(error)
  const refused = error ? describeError(error) : null
  const isWrong = isSignInFailure(error)

  function forget() {
    if (error || isSuccess) reset()
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    if (!entry.isSame) {
      form.current?.querySelector<HTMLElement>('[name=confirm-password]')?.focus()
      return
    }
    function clear() {
      setCurrent('')
      entry.clear()
    }
    mutate({ current, password: entry.typed.password }, { onSuccess: clear })
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="flex flex-col gap-3">
      {/* For password managers. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <TextField
        type="password"
        label="Current password"
        autoComplete="current-password"
        value={current}
        error={
          isWrong
            ? 'Wrong password.'
            : refused?.parameter === 'current'
              ? 'Enter your current password.'
              : undefined
        }
        onChange={({ target }) => {
          setCurrent(target.value)
          forget()
        }}
      />
      <NewPasswordFields label="New password" entry={entry} error={error} onChange={forget} />
      {error && !isWrong && !refused?.parameter ? <ProblemNotice error={error} /> : null}
      {isSuccess ? (
        <Notice tone="success" title="Password changed">
          You are signed out everywhere else.
        </Notice>
      ) : null}
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
