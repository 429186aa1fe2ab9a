'use client'

import { useMemo } from 'react'
import { useZoneTime } from '@/components/layout/preferences/use-zone-time'
import { useNow } from '@/components/layout/use-now'
import { Badge } from '@/components/ui/badge'
import { type Column, DataTable } from '@/components/ui/data-table'
import type { Operator } from '@/lib/contract/operators'
import { safeText } from '@/lib/format/text'
import { formatAge } from '@/lib/format/time/age'
import type { Myself } from '@/lib/queries/operators/me'
import { OperatorActions } from './operator-actions'
import { RoleChange } from './role-change'

/** Operators with their roles, two-factor, sessions and actions. */
export function OperatorTable({
  operators,
  myself,
}: {
  readonly operators: readonly Operator[]
  readonly myself: Myself
}) {
  const columns = useMemo(
    (): readonly Column<Operator>[] => [
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
      { label: 'Sessions', cell: ({ sessions }) => sessions },
      {
        label: 'Actions',
        isActions: true,
        cell: (operator) => <OperatorActions operator={operator} isMyself={operator.id === myself.id} />,
      },
    ],
    [myself.id],
  )
  return <DataTable columns={columns} rows={operators} keyOf={({ id }) => id} />
}

function Name({
  operator: { name, email, openId, disabled },
  isMyself,
}: {
  readonly operator: Operator
  readonly isMyself: boolean
}) {
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2">
        <bdi className="font-medium [overflow-wrap:anywhere]">{safeText(name)}</bdi>
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
