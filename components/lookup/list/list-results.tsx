'use client'

import { Download, MapPin } from 'lucide-react'
import { useMemo, useState } from 'react'
import { RecordMap } from '@/components/record/record-map'
import { Button } from '@/components/ui/button'
import { downloadText } from '@/components/ui/download'
import { keyPhrase } from '@/lib/format/key-words'
import { counted, formatCount } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'
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

/** The found vehicles at the positions of their look-up. */
function ListMap({ rows }: { readonly rows: readonly ListRow[] }) {
  const points = rows.flatMap((row) => {
    const position = positionOf(row)
    return position ? [{ position, label: labelOf(row), kind: 'vehicle' as const }] : []
  })
  const unplaced = rows.filter((row) => kindOf(row) === 'found').length - points.length
  return (
    <div className="flex flex-col gap-1">
      <div className="h-96">
        <RecordMap
          // The map fits its points once.
          key={points.length}
          label="Map of the found vehicles"
          points={points}
        />
      </div>
      <p className="text-muted text-xs">
        Positions as of the look-up; they are not refreshed here.
        {unplaced > 0 ? ` ${counted(unplaced, 'vehicle')} found without a position.` : ''}
      </p>
    </div>
  )
}

function labelOf({ ourRef, outcome }: ListRow): string {
  const status = outcome?.kind === 'found' ? outcome.vehicle?.live?.status : null
  const name = safeText(ourRef, 40)
  return status ? `${name} · ${keyPhrase(status, 40)}` : name
}
