'use client'

import { tableClass } from '@/components/ui/table'
import { TableHead } from '@/components/ui/table-head'
import type { Operator } from '@/lib/contract/operators'
import type { Myself } from '@/lib/queries/me'
import { OperatorRow } from './operator-row'

const COLUMNS = ['Operator', 'Role', 'Two-factor', 'Last seen', 'Sessions']

export function OperatorTable({
  operators,
  myself,
}: {
  readonly operators: readonly Operator[]
  readonly myself: Myself
}) {
  return (
    <table className={tableClass.table}>
      <TableHead columns={COLUMNS} actions />
      <tbody className={tableClass.body}>
        {operators.map((operator) => (
          <OperatorRow key={operator.id} operator={operator} isMyself={operator.id === myself.id} />
        ))}
      </tbody>
    </table>
  )
}
