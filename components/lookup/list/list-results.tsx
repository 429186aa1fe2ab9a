'use client'

import {
  CircleCheck,
  CircleDashed,
  CircleMinus,
  CircleX,
  Download,
  MapPin,
  TriangleAlert,
} from 'lucide-react'
import { useMemo, useState } from 'react'
import { Link } from '@/components/layout/link'
import { ExactText } from '@/components/lookup/exact-text'
import { useSimilar } from '@/components/lookup/use-similar'
import { StatusMark } from '@/components/map/status-mark'
import { Absent } from '@/components/record/facts/marks'
import { RecordMap } from '@/components/record/record-map'
import { Button } from '@/components/ui/button'
import { type Column, type ColumnSort, DataTable, sortRows } from '@/components/ui/data-table'
import { downloadText } from '@/components/ui/download'
import type { FoundVehicle } from '@/lib/api/queries/reference-lookup'
import { keyPhrase } from '@/lib/format/key-words'
import { vehicleHref } from '@/lib/format/links'
import { counted, formatCount } from '@/lib/format/number'
import { statusWords } from '@/lib/format/status/status-words'
import { safeText } from '@/lib/format/text'
import { vehicleFields } from '@/lib/interface/fields/vehicle-fields'
import {
  kindOf,
  listCsv,
  type OutcomeKind,
  outcomeWords,
  positionOf,
  reasonOf,
  WITHHELD,
} from './list-outcomes'
import type { ListRow } from './list-run'

const signs: Record<OutcomeKind, { icon: typeof CircleCheck; colour: string }> = {
  found: { icon: CircleCheck, colour: 'text-good' },
  'not-found': { icon: CircleX, colour: 'text-warning' },
  failed: { icon: TriangleAlert, colour: 'text-danger' },
  skipped: { icon: CircleMinus, colour: 'text-muted' },
  waiting: { icon: CircleDashed, colour: 'text-muted' },
}

// Failures first.
const ranks: Record<OutcomeKind, number> = { failed: 0, 'not-found': 1, skipped: 2, waiting: 3, found: 4 }
const collator = new Intl.Collator('en-GB', { numeric: true })

const columns: readonly Column<ListRow>[] = [
  {
    label: 'Line',
    className: 'text-muted md:w-18',
    compare: (a, b) => a.line - b.line,
    cell: ({ line }) => line,
  },
  {
    label: vehicleFields.our_ref.label,
    className: 'md:w-1/4 [overflow-wrap:anywhere]',
    isRowHeader: true,
    compare: (a, b) => collator.compare(a.ourRef, b.ourRef),
    cell: ({ ourRef }) => <ExactText text={ourRef} isQuiet />,
  },
  {
    label: 'Result',
    compare: (a, b) =>
      ranks[kindOf(a)] - ranks[kindOf(b)] || collator.compare(reasonOf(a) ?? '', reasonOf(b) ?? ''),
    cell: (row) => <Result row={row} />,
  },
]

const kinds = Object.keys(outcomeWords) as OutcomeKind[]

/** Outcomes: counts, filter, sorting, CSV. */
export function ListResults({ rows }: { readonly rows: readonly ListRow[] }) {
  const [chosen, setChosen] = useState<OutcomeKind | null>(null)
  const [sort, setSort] = useState<ColumnSort>({ column: 0, descending: false })
  const [isMapOpen, setIsMapOpen] = useState(false)
  const shown = useMemo(
    () => sortRows(chosen === null ? rows : rows.filter((row) => kindOf(row) === chosen), columns, sort),
    [rows, chosen, sort],
  )
  const counts = useMemo(() => countsOf(rows), [rows])
  const placed = shown.filter((row) => positionOf(row) !== null).length
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <fieldset className="flex flex-wrap gap-1.5" aria-label="Results shown">
          {[null, ...kinds]
            .filter((kind) => kind !== 'skipped' || counts.skipped > 0)
            .map((kind) => (
              <Button
                key={kind}
                aria-pressed={chosen === kind}
                onClick={() => setChosen(kind)}
                className="aria-pressed:bg-accent-soft aria-pressed:border-accent px-2.5!"
              >
                {kind === null ? 'All' : outcomeWords[kind]}{' '}
                <span className="text-muted font-normal">
                  {formatCount(kind === null ? rows.length : counts[kind])}
                </span>
              </Button>
            ))}
        </fieldset>
        <div className="flex flex-wrap gap-2 md:ml-auto">
          {placed > 0 ? (
            <Button aria-expanded={isMapOpen} onClick={() => setIsMapOpen(!isMapOpen)}>
              <MapPin aria-hidden className="size-4" />
              {isMapOpen ? 'Hide the map' : `Show all ${formatCount(placed)} on a map`}
            </Button>
          ) : null}
          <Button onClick={() => downloadText('kerbside-look-up.csv', 'text/csv', listCsv(shown))}>
            <Download aria-hidden className="size-4" />
            Export as CSV
          </Button>
        </div>
      </div>
      <p className="text-muted text-xs">
        Results stay until this tab is reloaded or you sign out. Export them to keep them.
      </p>
      {isMapOpen && placed > 0 ? <ListMap rows={shown} /> : null}
      <section
        aria-label="Results"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        tabIndex={0}
        className="border-line max-h-[60vh] overflow-y-auto rounded-md border px-3"
      >
        <DataTable
          label="References and results"
          columns={columns}
          rows={shown}
          keyOf={({ line, ourRef }) => `${line} ${ourRef}`}
          sort={sort}
          onSort={setSort}
        />
      </section>
    </div>
  )
}

function countsOf(rows: readonly ListRow[]): Record<OutcomeKind, number> {
  const counts = { found: 0, 'not-found': 0, failed: 0, skipped: 0, waiting: 0 }
  for (const row of rows) counts[kindOf(row)]++
  return counts
}

function Result({ row }: { readonly row: ListRow }) {
  const kind = kindOf(row)
  const { icon: Icon, colour } = signs[kind]
  const reason = reasonOf(row)
  return (
    <div className="flex min-w-0 items-baseline gap-2">
      <Icon aria-hidden className={`size-4 shrink-0 translate-y-0.5 ${colour}`} />
      {row.outcome?.kind === 'found' ? (
        <Found vehicleId={row.outcome.vehicleId} vehicle={row.outcome.vehicle} />
      ) : kind === 'not-found' ? (
        <NotFound ourRef={row.ourRef} />
      ) : (
        <span>
          {outcomeWords[kind]}
          {reason === null ? '' : `: ${reason}`}
        </span>
      )}
    </div>
  )
}

/** The vehicle with its status and driver. */
function Found({
  vehicleId,
  vehicle,
}: {
  readonly vehicleId: string
  readonly vehicle: FoundVehicle | undefined
}) {
  const href = vehicleHref(vehicleId)
  const name = [vehicle?.make, vehicle?.licencePlate].filter(Boolean).join(' · ') || vehicleId
  const text = <bdi>{safeText(name, 128)}</bdi>
  const status = vehicle?.live?.status ?? null
  return (
    <div className="min-w-0 flex-1">
      <p>
        <span className="sr-only">Found </span>
        {href ? (
          <Link href={href} title={safeText(vehicleId, 128)} className="text-accent underline">
            {text}
          </Link>
        ) : (
          text
        )}
      </p>
      <p className="text-muted flex min-w-0 flex-wrap items-center gap-1 text-xs">
        <span className="text-text inline-flex gap-1">
          {status ? <StatusMark status={status} /> : null}
          <bdi title={status === null ? undefined : safeText(status)}>{statusWords(status, 40)}</bdi>
        </span>
        <span aria-hidden>·</span>
        <span>
          <span className="max-md:sr-only">Driver: </span>
          {vehicle?.isDriverWithheld ? (
            <span>{WITHHELD}</span>
          ) : vehicle?.driverName ? (
            <bdi>{safeText(vehicle.driverName, 80)}</bdi>
          ) : (
            <Absent />
          )}
        </span>
      </p>
    </div>
  )
}

/** An unknown reference; similar ones are looked for on demand, as each costs a call. */
function NotFound({ ourRef }: { readonly ourRef: string }) {
  const [isAsked, setIsAsked] = useState(false)
  const { isTrying, isCutShort, similar } = useSimilar(ourRef, isAsked)
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
      <span className="shrink-0">{outcomeWords['not-found']}</span>
      {isAsked ? (
        <span role="status" className="text-muted min-w-0 text-xs">
          {similar.length > 0 ? 'Did you mean ' : isTrying ? 'Trying similar references …' : null}
          {similar.length > 0 || isTrying
            ? null
            : isCutShort
              ? 'Could not be tried'
              : 'Nothing similar found'}
          {similar.map(({ text, href, detail }, at) => (
            <span key={text}>
              {at === 0 ? null : ', '}
              <Link href={href} className="text-accent underline">
                <ExactText text={text} isQuiet />
              </Link>
              {detail === null ? null : <bdi> ({safeText(detail, 40)})</bdi>}
            </span>
          ))}
        </span>
      ) : (
        <Button className="px-2! text-xs" onClick={() => setIsAsked(true)}>
          Find similar
        </Button>
      )}
    </div>
  )
}

/** The found vehicles at the positions of their look-up. */
function ListMap({ rows }: { readonly rows: readonly ListRow[] }) {
  const points = rows.flatMap((row) => {
    const position = positionOf(row)
    const status = row.outcome?.kind === 'found' ? row.outcome.vehicle?.live?.status : null
    return position ? [{ position, label: labelOf(row), kind: 'vehicle' as const, status }] : []
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
