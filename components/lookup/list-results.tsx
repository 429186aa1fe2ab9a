'use client'

import { Download } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Button } from '@/components/ui/button'
import { downloadText } from '@/components/ui/download'
import { formatCount } from '@/lib/format/number'
import { AS_LISTED, sortRows } from './list-order'
import { kindOf, listCsv, type OutcomeKind, outcomeWords } from './list-outcomes'
import type { ListRow } from './list-state'
import { ListTable } from './list-table'

const kinds = Object.keys(outcomeWords) as OutcomeKind[]

/** Outcomes: counts, filter, sorting, CSV. */
export function ListResults({ rows }: { readonly rows: readonly ListRow[] }) {
  const [chosen, setChosen] = useState<OutcomeKind | null>(null)
  const [sort, setSort] = useState(AS_LISTED)
  const shown = useMemo(
    () => sortRows(chosen === null ? rows : rows.filter((row) => kindOf(row) === chosen), sort),
    [rows, chosen, sort],
  )
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <fieldset className="flex flex-wrap gap-1.5" aria-label="Results shown">
          <Choice isChosen={chosen === null} onChoose={() => setChosen(null)} count={rows.length}>
            All
          </Choice>
          {kinds.map((kind) => (
            <Choice
              key={kind}
              isChosen={chosen === kind}
              onChoose={() => setChosen(kind)}
              count={rows.filter((row) => kindOf(row) === kind).length}
            >
              {outcomeWords[kind]}
            </Choice>
          ))}
        </fieldset>
        <Button
          className="ml-auto"
          onClick={() => downloadText('kerbside-look-up.csv', 'text/csv', listCsv(shown))}
        >
          <Download aria-hidden className="size-4" />
          Export as CSV
        </Button>
      </div>
      <ListTable rows={shown} sort={sort} onSort={setSort} />
    </div>
  )
}

function Choice({
  isChosen,
  onChoose,
  count,
  children,
}: {
  readonly isChosen: boolean
  readonly onChoose: () => void
  readonly count: number
  readonly children: string
}) {
  return (
    <Button
      aria-pressed={isChosen}
      onClick={onChoose}
      className="aria-pressed:bg-accent-soft aria-pressed:border-accent px-2.5!"
    >
      {children} <span className="text-muted font-normal">{formatCount(count)}</span>
    </Button>
  )
}
