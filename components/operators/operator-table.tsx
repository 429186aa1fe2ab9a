'use client'

import { tableClass } from '@/components/ui/table'
import type { Myself } from '@/lib/queries/me'
import type { Operator } from '@/lib/schema/operators'
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
      <thead className={tableClass.head}>
        <tr>
          {COLUMNS.map((column) => (
            <th key={column} scope="col" className={tableClass.heading}>
              {column}
            </th>
          ))}
          <th scope="col" className={tableClass.heading}>
            <span className="sr-only">What can be done</span>
          </th>
        </tr>
      </thead>
      <tbody className={tableClass.body}>
        {operators.map((operator) => (
          <OperatorRow key={operator.id} operator={operator} isMyself={operator.id === myself.id} />
        ))}
      </tbody>
    </table>
  )
}
