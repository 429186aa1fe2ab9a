'use client'

import { useQuery } from '@tanstack/react-query'
import { ForAdministrators } from '@/components/layout/for-administrators'
import { Page } from '@/components/layout/page'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { Notice } from '@/components/ui/notice'
import { Panel } from '@/components/ui/panel'
import { Skeleton } from '@/components/ui/skeleton'
import { formatClock } from '@/lib/format/time/time'
import type { Myself } from '@/lib/queries/operators/me'
import { operatorsQuery } from '@/lib/queries/operators/operators'
import { InvitationTable } from './invitation-table'
import { InviteForm } from './invite-form'
import { OperatorTable } from './operator-table'

/** Operators and invitations, for administrators. */
export function OperatorsPage() {
  return (
    <Page title="Operators" lead="People who can sign in, and their roles.">
      <ForAdministrators>{(myself) => <Operators myself={myself} />}</ForAdministrators>
    </Page>
  )
}

function Operators({ myself }: { readonly myself: Myself }) {
  const { data, error, dataUpdatedAt, refetch } = useQuery(operatorsQuery())
  const { zone } = usePreferences()
  const retry = () => void refetch()
  return (
    <>
      {error ? (
        <ProblemNotice
          error={error}
          retry={retry}
          showing={data ? formatClock(dataUpdatedAt, zone ?? undefined) : undefined}
        />
      ) : null}
      {data?.operators.length === 1 && data.invitations.length === 0 ? (
        <Notice title="Invite your operators">
          You are the only one who can sign in. Invite your dispatchers, and a second administrator who can
          reset your password.
        </Notice>
      ) : null}
      <Panel title="Invite an operator">
        <InviteForm />
      </Panel>
      {data ? (
        <>
          <Panel title="Operators">
            <OperatorTable operators={data.operators} myself={myself} />
          </Panel>
          <Panel title="Pending invitations">
            <InvitationTable invitations={data.invitations} />
          </Panel>
        </>
      ) : error ? null : (
        <Skeleton label="Loading the operators" lines={6} />
      )}
    </>
  )
}
