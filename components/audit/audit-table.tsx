'use client'

import { useZoneTime } from '@/components/layout/preferences/use-zone-time'
import { Badge } from '@/components/ui/badge'
import { type Column, DataTable } from '@/components/ui/data-table'
import type { AuditEntry } from '@/lib/contract/operators'
import { safeText } from '@/lib/format/text'
import { describeAction, describeOutcome, OK } from './audit-words'

const columns: readonly Column<AuditEntry>[] = [
  { label: 'Time', className: 'md:whitespace-nowrap', cell: ({ at }) => <Time at={at} /> },
  {
    label: 'Operator',
    cell: ({ operatorEmail }) => <Text value={operatorEmail} className="lg:block lg:min-w-40" />,
  },
  {
    label: 'Action',
    cell: ({ action }) => <span title={action}>{describeAction(safeText(action))}</span>,
  },
  { label: 'Subject', cell: ({ subject }) => <Text value={subject} /> },
  {
    label: 'Outcome',
    cell: ({ outcome }) =>
      outcome === OK ? (
        describeOutcome(outcome)
      ) : (
        <Badge tone="warning">{describeOutcome(safeText(outcome))}</Badge>
      ),
  },
  { label: 'Address', cell: ({ address }) => <Text value={address} className="lg:block lg:min-w-20" /> },
  {
    label: 'Request',
    className: 'text-xs',
    cell: ({ requestId }) => <Text value={requestId} className="lg:block lg:min-w-32" />,
  },
]

export function AuditTable({ entries }: { readonly entries: readonly AuditEntry[] }) {
  return <DataTable columns={columns} rows={entries} keyOf={({ id }) => id} />
}

function Time({ at }: { readonly at: string }) {
  const write = useZoneTime()
  return (
    <time dateTime={at} title={at}>
      {write(at)}
    </time>
  )
}

function Text({ value, className = '' }: { readonly value: string | null; readonly className?: string }) {
  return (
    <bdi
      className={`min-w-0 [overflow-wrap:anywhere] xl:block xl:max-w-56 xl:[overflow-wrap:break-word] ${className}`}
    >
      {value === null ? '—' : safeText(value)}
    </bdi>
  )
}
