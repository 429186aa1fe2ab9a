'use client'

import { Download, MapPin } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Button } from '@/components/ui/button'
import { downloadText } from '@/components/ui/download'
import { formatCount } from '@/lib/format/number'
import { ListMap } from './list-map'
import { AS_LISTED, sortRows } from './list-order'
import { kindOf, listCsv, type OutcomeKind, outcomeWords, positionOf } from './list-outcomes'
import type { ListRow } from './list-state'
import { ListTable } from './list-table'

const kinds = Object.keys(outcomeWords) as OutcomeKind[]

/** Outcomes: counts, filter, sorting, CSV. */
export function ListResults({ rows }: { readonly rows: readonly ListRow[] }) {
  const [chosen, setChosen] = useState<OutcomeKind | null>(null)
  const [sort, setSort] = useState(AS_LISTED)
  const [isMapOpen, setIsMapOpen] = useState(false)
  const shown = useMemo(
    () => sortRows(chosen === null ? rows : rows.filter((row) => kindOf(row) === chosen), sort),
    [rows, chosen, sort],
  )
  const counts = useMemo(() => countsOf(rows), [rows])
  const placed = shown.filter((row) => positionOf(row) !== null).length
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <fieldset className="flex flex-wrap gap-1.5" aria-label="Results shown">
          <Choice isChosen={chosen === null} onChoose={() => setChosen(null)} count={rows.length}>
            All
          </Choice>
          {kinds
            .filter((kind) => kind !== 'skipped' || counts.skipped > 0)
            .map((kind) => (
              <Choice
                key={kind}
                isChosen={chosen === kind}
                onChoose={() => setChosen(kind)}
                count={counts[kind]}
              >
                {outcomeWords[kind]}
              </Choice>
            ))}
        </fieldset>
        {placed > 0 ? (
          <Button className="md:ml-auto" aria-expanded={isMapOpen} onClick={() => setIsMapOpen(!isMapOpen)}>
            <MapPin aria-hidden className="size-4" />
            {isMapOpen ? 'Hide the map' : `Show all ${formatCount(placed)} on a map`}
          </Button>
        ) : null}
        <Button
          className={placed > 0 ? '' : 'md:ml-auto'}
          onClick={() => downloadText('kerbside-look-up.csv', 'text/csv', listCsv(shown))}
        >
          <Download aria-hidden className="size-4" />
          Export as CSV
        </Button>
      </div>
      {isMapOpen && placed > 0 ? <ListMap rows={shown} /> : null}
      <ListTable rows={shown} sort={sort} onSort={setSort} />
    </div>
  )
}

function countsOf(rows: readonly ListRow[]): Record<OutcomeKind, number> {
  const counts = Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<OutcomeKind, number>
  for (const row of rows) counts[kindOf(row)]++
  return counts
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
