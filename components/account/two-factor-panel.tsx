'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { codeField, Form } from '@/components/layout/form'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Notice } from '@/components/ui/notice'
import { Panel } from '@/components/ui/panel'
import {
  useTwoFactorBegin,
  useTwoFactorConfirm,
  useTwoFactorDisable,
} from '@/lib/api/queries/operators/account'
import { type Myself, meQuery } from '@/lib/api/queries/operators/me'
import { signInOptionsQuery } from '@/lib/api/queries/operators/sign-in'
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
        <AuthenticatorForm uri={begin.data.uri} request={confirm} onCancel={reset} />
      </Panel>
    )
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
      {/* The screen may have been left unlocked. */}
      <Form
        key={action}
        schema={{
          password: {
            label: 'Your password',
            type: 'password',
            autoComplete: 'current-password',
            wrong: 'Wrong password.',
            missing: 'Enter your password.',
          },
          ...(twoFactor ? { code: codeField } : {}),
        }}
        username={email}
        passwordField="password"
        request={twoFactor ? disable : begin}
        action={action}
        busy="Checking"
        variant="secondary"
        onSubmit={({ password, code = '' }) =>
          twoFactor ? disable.mutate({ password, code }) : begin.mutate(password)
        }
      />
    </Panel>
  )
}
