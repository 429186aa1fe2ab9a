'use client'

import { useZoneTime } from '@/components/layout/preferences/use-zone-time'
import { Badge } from '@/components/ui/badge'
import { tableClass } from '@/components/ui/table/table'
import { TableCell } from '@/components/ui/table/table-cell'
import { TableHead } from '@/components/ui/table/table-head'
import type { AuditEntry } from '@/lib/contract/operators'
import { safeText } from '@/lib/format/text'
import { describeAction, describeOutcome, OK } from './audit-words'

const COLUMNS = ['Time', 'Operator', 'Action', 'Subject', 'Outcome', 'Address', 'Request']

export function AuditTable({ entries }: { readonly entries: readonly AuditEntry[] }) {
  return (
    <table className={tableClass.table}>
      <TableHead columns={COLUMNS} />
      <tbody className={tableClass.body}>
        {entries.map((entry) => (
          <AuditRow key={entry.id} entry={entry} />
        ))}
      </tbody>
    </table>
  )
}

function AuditRow({
  entry: { at, operatorEmail, action, subject, outcome, address, requestId },
}: {
  readonly entry: AuditEntry
}) {
  const write = useZoneTime()
  return (
    <tr className={tableClass.row}>
      <TableCell label="Time" className="md:whitespace-nowrap">
        <time dateTime={at} title={at}>
          {write(at)}
        </time>
      </TableCell>
      <TableCell label="Operator">
        <Text value={operatorEmail} className="lg:block lg:min-w-40" />
      </TableCell>
      <TableCell label="Action">
        <span title={action}>{describeAction(safeText(action))}</span>
      </TableCell>
      <TableCell label="Subject">
        <Text value={subject} />
      </TableCell>
      <TableCell label="Outcome">
        {outcome === OK ? (
          describeOutcome(outcome)
        ) : (
          <Badge tone="warning">{describeOutcome(safeText(outcome))}</Badge>
        )}
      </TableCell>
      <TableCell label="Address">
        <Text value={address} className="lg:block lg:min-w-20" />
      </TableCell>
      <TableCell label="Request" className="text-xs">
        <Text value={requestId} className="lg:block lg:min-w-32" />
      </TableCell>
    </tr>
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
