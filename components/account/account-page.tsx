'use client'

import { useQuery } from '@tanstack/react-query'
import { NoSignInNotice } from '@/components/layout/for-administrators'
import { currentPassword, Form, newPasswordFields, useFormRequest } from '@/components/layout/form'
import { Page } from '@/components/layout/page'
import { QueryState } from '@/components/layout/query-state'
import { SignOutButton } from '@/components/layout/sign-out-button'
import { Notice } from '@/components/ui/notice'
import { Panel } from '@/components/ui/panel'
import { Skeleton } from '@/components/ui/skeleton'
import { TwoColumns } from '@/components/ui/two-columns'
import { authClient, dataOfAuth } from '@/lib/api/client/auth-client'
import type { Myself } from '@/lib/api/queries/operators'
import { query } from '@/lib/api/queries/query'
import { roleWords } from '@/lib/format/role-words'
import { safeText } from '@/lib/format/text'
import { PasskeysPanel } from './passkeys-panel'
import { TokensPanel } from './tokens-panel'
import { TwoFactorPanel } from './two-factor-panel'

export function AccountPage() {
  return (
    <Page title="Your account">
      <QueryState
        query={useQuery(query('/api/me'))}
        loading={<Skeleton label="Loading your account" lines={4} />}
      >
        {({ data: { operator } }) =>
          operator ? <Account myself={operator} /> : <NoSignInNotice />
        }
      </QueryState>
    </Page>
  )
}

function Account({ myself }: { readonly myself: Myself }) {
  const { name, email, role } = myself
  const facts = [
    ['Name', safeText(name)],
    ['E-mail', safeText(email)],
    ['Role', `${roleWords[role].label}: ${roleWords[role].may.toLowerCase()}`],
  ]
  return (
    <>
      <TwoColumns
        first={
          <>
            <Panel title="Your details">
              <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-sm">
                {facts.map(([label, value]) => (
                  <div key={label} className="contents">
                    <dt className="text-muted">{label}</dt>
                    <dd className="min-w-0 [overflow-wrap:anywhere]">{value}</dd>
                  </div>
                ))}
              </dl>
              {role === 'administrator' ? null : (
                <p className="text-muted mt-4 text-xs">An administrator can change your role.</p>
              )}
            </Panel>
            <Panel title="Password">
              <PasswordForm email={email} />
            </Panel>
          </>
        }
        second={
          <>
            <Panel title="Sessions">
              <div className="flex flex-wrap gap-2 max-md:flex-col">
                <SignOutButton />
                <SignOutButton which="everywhere" />
              </div>
              <p className="text-muted mt-2 text-xs">
                Sign out everywhere if you lose a device: it ends your sessions in every browser.
              </p>
            </Panel>
            <TwoFactorPanel myself={myself} />
            <PasskeysPanel />
          </>
        }
      />
      <TokensPanel myself={myself} />
    </>
  )
}

function PasswordForm({ email }: { readonly email: string }) {
  const request = useFormRequest((entry: { current: string; password: string }) => {
    const { current: currentPassword, password: newPassword } = entry
    const change = { currentPassword, newPassword, revokeOtherSessions: true }
    return dataOfAuth(authClient.changePassword(change))
  })
  return (
    <Form
      schema={{
        current: {
          ...currentPassword,
          label: 'Current password',
          missing: 'Enter your current password.',
        },
        ...newPasswordFields('New password'),
      }}
      username={email}
      passwordField="current"
      request={request}
      action="Change password"
      busy="Changing"
      onSubmit={({ current, password }, form) =>
        request.mutate({ current, password }, { onSuccess: () => form.reset() })
      }
    >
      {request.isSuccess ? (
        <Notice tone="success" title="Password changed">
          You are signed out everywhere else.
        </Notice>
      ) : null}
    </Form>
  )
}
