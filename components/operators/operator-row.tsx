'use client'

import { useZoneTime } from '@/components/layout/preferences/use-zone-time'
import { useNow } from '@/components/layout/use-now'
import { Badge } from '@/components/ui/badge'
import { tableClass } from '@/components/ui/table/table'
import { TableCell } from '@/components/ui/table/table-cell'
import type { Operator } from '@/lib/contract/operators'
import { safeText } from '@/lib/format/text'
import { formatAge } from '@/lib/format/time/age'
import { OperatorActions } from './operator-actions'
import { RoleChange } from './role-change'

export function OperatorRow({
  operator,
  isMyself,
}: {
  readonly operator: Operator
  readonly isMyself: boolean
}) {
  const { name, email, disabled, twoFactor, openId, sessions } = operator
  return (
    <tr className={tableClass.row}>
      <th scope="row" className={`${tableClass.cell} max-md:flex-wrap`}>
        <span className="flex flex-wrap items-center gap-x-2">
          <bdi className="font-medium [overflow-wrap:anywhere]">{safeText(name)}</bdi>
          {isMyself ? <Badge tone="accent">You</Badge> : null}
          {openId ? <Badge>Organisation’s account</Badge> : null}
          {disabled ? <Badge tone="warning">Disabled</Badge> : null}
        </span>
        <span className="text-muted block w-full [overflow-wrap:anywhere]">{safeText(email)}</span>
      </th>
      <td className={tableClass.cell}>
        <RoleChange operator={operator} isMyself={isMyself} />
      </td>
      <TableCell label="Two-factor">{twoFactor ? 'On' : 'Off'}</TableCell>
      <TableCell label="Last seen">
        <LastSeen at={operator.lastSeenAt} />
      </TableCell>
      <TableCell label="Sessions">{sessions}</TableCell>
      <td className={`${tableClass.cell} md:text-right`}>
        <OperatorActions operator={operator} isMyself={isMyself} />
      </td>
    </tr>
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
