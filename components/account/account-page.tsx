'use client'

import { useQuery } from '@tanstack/react-query'
import { NoSignInNotice } from '@/components/layout/for-administrators'
import { Page } from '@/components/layout/page'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { SignOutButton } from '@/components/layout/sign-out-button'
import { Panel } from '@/components/ui/panel'
import { Skeleton } from '@/components/ui/skeleton'
import { roleWords } from '@/lib/format/role-words'
import { safeText } from '@/lib/format/text'
import { type Myself, meQuery } from '@/lib/queries/operators/me'
import { PasswordForm } from './password-form'
import { TwoFactorPanel } from './two-factor-panel'

export function AccountPage() {
  const { data, error, refetch } = useQuery(meQuery())
  return (
    <Page title="Your account">
      {data?.operator ? <Account myself={data.operator} /> : null}
      {data?.operator === null ? <NoSignInNotice /> : null}
      {data === undefined && error ? <ProblemNotice error={error} retry={() => void refetch()} /> : null}
      {data === undefined && !error ? <Skeleton label="Loading your account" lines={4} /> : null}
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
    <div className="grid items-start gap-4 md:grid-cols-2">
      <Panel title="Your details">
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-sm">
          {facts.map(([label, value]) => (
            <div key={label} className="contents">
              <dt className="text-muted">{label}</dt>
              <dd className="min-w-0 [overflow-wrap:anywhere]">{value}</dd>
            </div>
          ))}
        </dl>
        <p className="text-muted mt-4 text-xs">An administrator can change your role.</p>
      </Panel>
      <Panel title="Sessions">
        <div className="flex flex-col gap-4">
          <SignOutButton />
          <div className="flex flex-col gap-2">
            <SignOutButton which="everywhere" />
            <p className="text-muted text-xs">
              Ends all your sessions, in this and every other browser. Use it after losing a device.
            </p>
          </div>
        </div>
      </Panel>
      <Panel title="Password">
        <PasswordForm email={email} />
      </Panel>
      <TwoFactorPanel myself={myself} />
    </div>
  )
}
