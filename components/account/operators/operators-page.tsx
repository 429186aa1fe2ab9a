'use client'

import { useQuery } from '@tanstack/react-query'
import { OperatorActions } from '@/components/account/operators/operator-actions'
import { RoleChange } from '@/components/account/operators/role-change'
import { AllTokens } from '@/components/account/tokens-panel'
import { ForAdministrators } from '@/components/layout/for-administrators'
import { Page } from '@/components/layout/page'
import { useZoneTime } from '@/components/layout/preferences/preferences'
import { QueryState } from '@/components/layout/query-state'
import { useNow } from '@/components/layout/use-now'
import { Badge } from '@/components/ui/badge'
import { type Column, DataTable } from '@/components/ui/data-table'
import { Notice } from '@/components/ui/notice'
import { Panel } from '@/components/ui/panel'
import { Skeleton } from '@/components/ui/skeleton'
import type { Myself, Operator } from '@/lib/api/queries/operators'
import { query } from '@/lib/api/queries/query'
import { safeText } from '@/lib/format/text'
import { formatAge } from '@/lib/format/time/age'
import { InvitationTable, InviteForm } from './invitations'

export function OperatorsPage() {
  return (
    <Page title="Operators" lead="People who can sign in, and what they may do.">
      <ForAdministrators>{(myself) => <Operators myself={myself} />}</ForAdministrators>
    </Page>
  )
}

function Operators({ myself }: { readonly myself: Myself }) {
  const columns: readonly Column<Operator>[] = [
    {
      label: 'Operator',
      isRowHeader: true,
      cell: (operator) => <Name operator={operator} isMyself={operator.id === myself.id} />,
    },
    {
      label: 'Role',
      cell: (operator) => <RoleChange operator={operator} isMyself={operator.id === myself.id} />,
    },
    { label: 'Two-factor', cell: ({ twoFactor }) => (twoFactor ? 'On' : 'Off') },
    { label: 'Last seen', cell: ({ lastSeenAt }) => <LastSeen at={lastSeenAt} /> },
    { label: 'Sessions', isRight: true, cell: ({ sessions }) => sessions },
    {
      label: 'Actions',
      isActions: true,
      cell: (operator) => (
        <OperatorActions operator={operator} isMyself={operator.id === myself.id} />
      ),
    },
  ]
  return (
    <QueryState
      query={useQuery(query('/api/operators'))}
      loading={<Skeleton label="Loading the operators" lines={6} />}
    >
      {({ data: { operators, invitations } }) => (
        <>
          {operators.length === 1 && invitations.length === 0 ? (
            <Notice title="Invite your operators">
              You are the only one who can sign in. Invite your dispatchers, and a second
              administrator who can reset your password.
            </Notice>
          ) : null}
          <Panel title="Invite an operator">
            <InviteForm />
          </Panel>
          <Panel title="Operators">
            <DataTable columns={columns} rows={operators} keyOf={({ id }) => id} />
          </Panel>
          <Panel title="Pending invitations">
            <InvitationTable invitations={invitations} />
          </Panel>
          <AllTokens />
        </>
      )}
    </QueryState>
  )
}

function Name({ operator, isMyself }: { operator: Operator; isMyself: boolean }) {
  const { name, email, openId, disabled } = operator
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2">
        <bdi className="font-semibold [overflow-wrap:anywhere]">{safeText(name)}</bdi>
        {isMyself ? <Badge tone="accent">You</Badge> : null}
        {openId ? <Badge>Organisation’s account</Badge> : null}
        {disabled ? <Badge tone="warning">Disabled</Badge> : null}
      </span>
      <span className="text-muted block w-full [overflow-wrap:anywhere]">{safeText(email)}</span>
    </>
  )
}

function LastSeen({ at }: { readonly at: string | null }) {
  const now = useNow()
  const write = useZoneTime()
  // Without an open session the last visit is unknown.
  if (at === null || now === null) return <span>—</span>
  return (
    <time dateTime={at} title={write(at)}>
      {formatAge(now - Date.parse(at))} ago
    </time>
  )
}
