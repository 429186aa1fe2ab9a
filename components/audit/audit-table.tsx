'use client'

import { useZoneTime } from '@/components/layout/use-zone-time'
import { Badge } from '@/components/ui/badge'
import { CellLabel } from '@/components/ui/cell-label'
import { tableClass } from '@/components/ui/table'
import { TableHead } from '@/components/ui/table-head'
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
      <td className={`${tableClass.cell} md:whitespace-nowrap`}>
        <CellLabel>Time</CellLabel>
        <time dateTime={at} title={at}>
          {write(at)}
        </time>
      </td>
      <td className={tableClass.cell}>
        <CellLabel>Operator</CellLabel>
        <Text value={operatorEmail} />
      </td>
      <td className={tableClass.cell}>
        <CellLabel>Action</CellLabel>
        <span title={action}>{describeAction(safeText(action))}</span>
      </td>
      <td className={tableClass.cell}>
        <CellLabel>Subject</CellLabel>
        <Text value={subject} />
      </td>
      <td className={tableClass.cell}>
        <CellLabel>Outcome</CellLabel>
        {outcome === OK ? (
          describeOutcome(outcome)
        ) : (
          <Badge tone="warning">{describeOutcome(safeText(outcome))}</Badge>
        )}
      </td>
      <td className={tableClass.cell}>
        <CellLabel>Address</CellLabel>
        <Text value={address} />
      </td>
      <td className={`${tableClass.cell} text-xs`}>
        <CellLabel>Request</CellLabel>
        <Text value={requestId} />
      </td>
    </tr>
  )
}

function Text({ value }: { readonly value: string | null }) {
  return (
    <bdi className="min-w-0 [overflow-wrap:anywhere] xl:block xl:max-w-56 xl:[overflow-wrap:break-word]">
      {value === null ? '—' : safeText(value)}
    </bdi>
  )
}
