'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Notice } from '@/components/ui/notice'
import { Panel } from '@/components/ui/panel'
import { TextField, useFirstWrong } from '@/components/ui/text-field'
import { describeError, isSignInFailure, isWrongCode } from '@/lib/api/errors'
import { useTwoFactorBegin, useTwoFactorConfirm, useTwoFactorDisable } from '@/lib/queries/operators/account'
import { type Myself, meQuery } from '@/lib/queries/operators/me'
import { signInOptionsQuery } from '@/lib/queries/operators/sign-in'
import { AuthenticatorForm } from './authenticator-form'

/** Two-factor: off, being set up, just enabled with its backup codes, on. */
export function TwoFactorPanel({ myself: { email, twoFactor } }: { readonly myself: Myself }) {
  const client = useQueryClient()
  const { data: options } = useQuery(signInOptionsQuery())
  const begin = useTwoFactorBegin()
  const confirm = useTwoFactorConfirm()
  const disable = useTwoFactorDisable()
  function reset() {
    begin.reset()
    confirm.reset()
  }

  if (begin.data && confirm.isSuccess) {
    const codes = begin.data.backupCodes.join('\n')
    return (
      <Panel title="Two-factor" actions={<CopyButton text={codes} what="the backup codes" />}>
        <div className="flex flex-col gap-3">
          <Notice
            tone="success"
            title="Two-factor is on. Save these backup codes now; they won’t be shown again"
          >
            Each one signs you in once if you lose your authenticator. Don’t keep them on the same phone. You
            are signed out everywhere else.
          </Notice>
          <ul className="grid grid-cols-2 gap-x-4 gap-y-1 font-mono text-sm">
            {begin.data.backupCodes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
          <Button
            variant="primary"
            className="self-start max-md:self-stretch"
            onClick={() => {
              reset()
              void client.invalidateQueries(meQuery())
            }}
          >
            I’ve saved them
          </Button>
        </div>
      </Panel>
    )
  }
  if (begin.data)
    return (
      <Panel title="Two-factor">
        <AuthenticatorForm
          uri={begin.data.uri}
          isPending={confirm.isPending}
          error={confirm.error}
          onCode={(code) => confirm.mutate(code)}
          onCancel={reset}
        />
      </Panel>
    )
  const { isPending, error } = twoFactor ? disable : begin
  const action = twoFactor ? 'Turn two-factor off' : 'Set up two-factor'
  return (
    <Panel title="Two-factor">
      <p className="mb-3 text-sm">
        {twoFactor
          ? 'On: signing in requires a code from your authenticator app.'
          : 'Off. With two-factor on, signing in requires your password and a code from an authenticator app.'}
      </p>
      {twoFactor && options?.oidc ? (
        <p className="mb-3 text-sm">
          Signing in with your organisation’s account does not ask for this code. Your organisation decides
          whether that needs a second step.
        </p>
      ) : null}
      <PasswordConfirmForm
        key={action}
        email={email}
        action={action}
        asksCode={twoFactor}
        isPending={isPending}
        error={error}
        onConfirm={(entry) => (twoFactor ? disable.mutate(entry) : begin.mutate(entry.password))}
      />
    </Panel>
  )
}

/** Asks for the password, and for a code where two-factor is on: the screen may have been left unlocked. */
function PasswordConfirmForm({
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
