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
import { useKnownOriginals } from '@/components/lookup/known-originals'
import { StatusMark } from '@/components/map/status-mark'
import { Absent } from '@/components/record/facts/marks'
import { RecordMap } from '@/components/record/record-map'
import { Button } from '@/components/ui/button'
import { type Column, DataTable, type Sort, sortRows } from '@/components/ui/data-table'
import { downloadText } from '@/components/ui/download'
import { problemKinds } from '@/lib/api/contract/problems'
import { type Cell, formatCsv } from '@/lib/format/csv'
import { keyPhrase } from '@/lib/format/key-words'
import { lookupHref, vehicleHref } from '@/lib/format/links'
import { counted, formatCount } from '@/lib/format/number'
import { spreadsheetChange } from '@/lib/format/spreadsheet-changes'
import { statusTitle, statusWords } from '@/lib/format/status/status-words'
import { safeText } from '@/lib/format/text'
import { vehicleFields } from '@/lib/interface/fields/vehicle-fields'
import { reportedStatus } from '@/lib/interface/statuses'
import type { ListRow } from './list-run'

// Failures are sorted first.
const outcomes = {
  found: { words: 'Found', icon: CircleCheck, colour: 'text-good', rank: 4 },
  'not-found': { words: 'Not found', icon: CircleX, colour: 'text-warning', rank: 1 },
  failed: { words: 'Failed', icon: TriangleAlert, colour: 'text-danger', rank: 0 },
  skipped: { words: 'Skipped', icon: CircleMinus, colour: 'text-muted', rank: 2 },
  waiting: { words: 'Waiting', icon: CircleDashed, colour: 'text-muted', rank: 3 },
}
type OutcomeKind = keyof typeof outcomes
const kinds = Object.keys(outcomes) as OutcomeKind[]

const WITHHELD = 'Not shown to viewers'

const kindOf = ({ outcome }: ListRow): OutcomeKind => outcome?.kind ?? 'waiting'

function reasonOf({ outcome, ourRef }: ListRow): string | null {
  if (outcome?.kind === 'skipped') return outcome.why
  if (outcome?.kind === 'not-found') return spreadsheetChange(ourRef)
  if (outcome?.kind !== 'failed') return null
  if (outcome.problem === 'kerbside-unreachable') return 'Kerbside cannot be reached'
  const { title } = problemKinds[outcome.problem]
  return outcome.detail ? `${title}. ${outcome.detail}` : title
}

const foundOf = ({ outcome }: ListRow) => (outcome?.kind === 'found' ? outcome : null)

const positionOf = (row: ListRow) => foundOf(row)?.live?.position ?? null

type Found = ReturnType<typeof foundOf>

function driverOf(found: Found): string | null {
  if (!found) return null
  const { withheld } = found.vehicle
  return withheld?.includes('driver_name') ? WITHHELD : vehicleCell(found, 'driver_name')
}

const UNREADABLE = 'unreadable'

function vehicleCell(found: Found, name: 'make' | 'licence_plate' | 'driver_name'): string | null {
  if (found?.vehicle.unreadable.includes(name)) return UNREADABLE
  return found?.vehicle.record[name] ?? null
}

function liveCell<T extends Cell>(
  row: ListRow,
  name: 'status' | 'mtime' | 'position',
  read: (live: NonNullable<NonNullable<Found>['live']>) => T | undefined,
) {
  const live = foundOf(row)?.live
  if (live?.unreadable.includes(name)) return UNREADABLE
  return (live && read(live)) ?? null
}

const csv: readonly (readonly [header: string, cell: (row: ListRow) => Cell])[] = [
  ['line', ({ line }) => line],
  ['our_ref', ({ ourRef }) => ourRef],
  ['result', (row) => outcomes[kindOf(row)].words.toLowerCase()],
  ['reason', reasonOf],
  ['vehicle_id', (row) => foundOf(row)?.vehicle.record.id ?? null],
  ['make', (row) => vehicleCell(foundOf(row), 'make')],
  ['licence_plate', (row) => vehicleCell(foundOf(row), 'licence_plate')],
  ['driver_name', (row) => driverOf(foundOf(row))],
  ['status', (row) => liveCell(row, 'status', ({ status }) => status)],
  ['mtime', (row) => liveCell(row, 'mtime', ({ mtime }) => mtime)],
  ['lat', (row) => liveCell(row, 'position', ({ position }) => position?.lat)],
  ['lng', (row) => liveCell(row, 'position', ({ position }) => position?.lng)],
]

export function listCsv(rows: readonly ListRow[]): string {
  return formatCsv([
    csv.map(([header]) => header),
    ...rows.map((row) => csv.map(([, cell]) => cell(row))),
  ])
}

const columns: readonly Column<ListRow>[] = [
  {
    label: 'Line',
    className: 'text-muted md:w-18',
    key: ({ line }) => line,
    cell: ({ line }) => line,
  },
  {
    label: vehicleFields.our_ref.label,
    className: 'md:w-1/4 [overflow-wrap:anywhere]',
    isRowHeader: true,
    key: ({ ourRef }) => ourRef,
    cell: ({ ourRef }) => <ExactText text={ourRef} isQuiet />,
  },
  {
    label: 'Result',
    key: (row) => `${outcomes[kindOf(row)].rank} ${reasonOf(row) ?? ''}`,
    cell: (row) => <Result row={row} />,
  },
]

export function ListResults({ rows }: { readonly rows: readonly ListRow[] }) {
  const [chosen, setChosen] = useState<OutcomeKind | null>(null)
  const [sort, setSort] = useState<Sort>({ by: 'Line', descending: false })
  const [isMapOpen, setIsMapOpen] = useState(false)
  const shown = useMemo(() => {
    const { key } = columns.find(({ label }) => label === sort.by) ?? {}
    return sortRows(
      chosen === null ? rows : rows.filter((row) => kindOf(row) === chosen),
      key,
      sort.descending,
    )
  }, [rows, chosen, sort])
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
                {kind === null ? 'All' : outcomes[kind].words}{' '}
                <span className="text-muted font-normal">
                  {formatCount(kind === null ? rows.length : counts[kind])}
                </span>
              </Button>
            ))}
        </fieldset>
        <div className="flex flex-wrap gap-2 md:ml-auto">
          {placed > 0 ? (
            <Button
              icon={MapPin}
              aria-expanded={isMapOpen}
              onClick={() => setIsMapOpen(!isMapOpen)}
            >
              {isMapOpen ? 'Hide the map' : `Show all ${formatCount(placed)} on a map`}
            </Button>
          ) : null}
          <Button
            icon={Download}
            onClick={() => downloadText('kerbside-look-up.csv', 'text/csv', listCsv(shown))}
          >
            Export as CSV
          </Button>
        </div>
      </div>
      <p className="text-muted text-xs">
        Results are lost when you reload this tab or sign out. Export them to keep them.
      </p>
      {isMapOpen && placed > 0 ? <ListMap rows={shown} /> : null}
      <section
        aria-label="Results"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keyboard
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
  const { icon: Icon, colour } = outcomes[kindOf(row)]
  return (
    <div className="flex min-w-0 items-baseline gap-2">
      <Icon aria-hidden className={`size-4 shrink-0 translate-y-0.5 ${colour}`} />
      <Outcome row={row} />
    </div>
  )
}

function Outcome({ row }: { readonly row: ListRow }) {
  if (row.outcome?.kind === 'found') return <FoundVehicle found={row.outcome} />
  const kind = kindOf(row)
  if (kind === 'not-found') return <NotFound ourRef={row.ourRef} />
  const { words } = outcomes[kind]
  const reason = reasonOf(row)
  return <span>{reason === null ? words : `${words}: ${reason}`}</span>
}

/** With the known reference of which a spreadsheet may have made this one: offered, never taken. */
function NotFound({ ourRef }: { readonly ourRef: string }) {
  const known = useKnownOriginals(ourRef)
  const change = spreadsheetChange(ourRef)
  return (
    <p className="flex flex-wrap gap-x-3">
      <span>
        {outcomes['not-found'].words}
        {change === null ? '' : `. ${change}.`}
      </span>
      {known.map((original) => (
        <Link
          key={original}
          href={lookupHref(original) ?? '/lookup'}
          className="text-accent underline"
        >
          Did you mean <bdi>{safeText(original, 128)}</bdi>?
        </Link>
      ))}
      <Link href={lookupHref(ourRef) ?? '/lookup'} className="text-accent underline">
        Find similar
      </Link>
    </p>
  )
}

function FoundVehicle({ found }: { readonly found: NonNullable<Found> }) {
  const { id, make, licence_plate } = found.vehicle.record
  const href = vehicleHref(id)
  const text = <bdi>{safeText([make, licence_plate].filter(Boolean).join(' · ') || id, 128)}</bdi>
  const status = found.live && reportedStatus(found.live)
  const driver = driverOf(found)
  return (
    <div className="min-w-0 flex-1">
      <p>
        <span className="sr-only">Found </span>
        {href ? (
          <Link href={href} title={safeText(id, 128)} className="text-accent underline">
            {text}
          </Link>
        ) : (
          text
        )}
      </p>
      <p className="text-muted flex min-w-0 flex-wrap items-center gap-1 text-xs">
        <span className="text-text inline-flex gap-1">
          {status ? <StatusMark status={status} /> : null}
          <bdi title={statusTitle(status)}>{statusWords(status, 40)}</bdi>
        </span>
        <span aria-hidden>·</span>
        <span>
          <span className="max-md:sr-only">Driver: </span>
          {driver ? <bdi>{safeText(driver, 80)}</bdi> : <Absent />}
        </span>
      </p>
    </div>
  )
}

function ListMap({ rows }: { readonly rows: readonly ListRow[] }) {
  const points = rows.flatMap((row) => {
    const position = positionOf(row)
    const status = foundOf(row)?.live?.status
    const name = safeText(row.ourRef, 40)
    const label = status ? `${name} · ${keyPhrase(status, 40)}` : name
    return position ? [{ position, label, kind: 'vehicle' as const, status }] : []
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
        Positions from the time of the look-up; they are not refreshed here.
        {unplaced > 0 ? ` ${counted(unplaced, 'vehicle')} found without a position.` : ''}
      </p>
    </div>
  )
}
