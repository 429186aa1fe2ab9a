import { History, MapPin } from 'lucide-react'
import { Link } from '@/components/layout/link'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { StatusMark } from '@/components/map/status-mark'
import { useNearName } from '@/components/record/facts/near-place'
import { IconButton } from '@/components/ui/button'
import { DataTable } from '@/components/ui/data-table'
import type { ListedArea, TrailBreak } from '@/lib/api/contract/recording'
import { formatCount } from '@/lib/format/number'
import {
  distanceFormat,
  type FormatDistance,
  formatSpeed,
  type Units,
} from '@/lib/format/position/distance'
import { gapInWords } from '@/lib/format/recording'
import { replayHref } from '@/lib/format/replay-links'
import { statusWords } from '@/lib/format/status/status-words'
import { nearWords } from '@/lib/format/text'
import { formatClock, formatMoment } from '@/lib/format/time/time'
import { formatDuration } from '@/lib/format/time/time-in-status'
import type { Position } from '@/lib/interface/resources'
import { type Drive, JUMP_KMH, type Leg, type Trail } from '@/lib/recording/trail/legs'
import { distinctStatuses, STOP_METRES } from '@/lib/recording/trail/stops'

/** Numbers of the stops in the table and on the map, by index of the leg. */
export function stopNumbers(legs: readonly Leg[]): ReadonlyMap<number, number> {
  const stops = legs.flatMap((leg, index) => (leg.kind === 'stop' ? [index] : []))
  return new Map(stops.map((index, n) => [index, n + 1]))
}

/** Positions that are shown once a leg is chosen; null for a break. */
export function positionsOf(leg: Leg): readonly Position[] | null {
  if (leg.kind === 'break') return null
  return leg.kind === 'stop' ? [leg.position] : leg.points
}

export function LegTable({
  trail,
  vehicleId,
  areas,
  chosen,
  onChoose,
}: {
  readonly trail: Trail
  readonly vehicleId: string
  readonly areas: readonly ListedArea[]
  /** Index of a leg. */
  readonly chosen: number | null
  readonly onChoose: (index: number | null) => void
}) {
  const { units, zone } = usePreferences()
  const numbers = stopNumbers(trail.legs)
  const rows = trail.legs.map((leg, index) => ({
    leg,
    index,
    ...timeWords(leg, (ms) => formatMoment(ms, Date.now(), zone)),
  }))
  return (
    <DataTable
      rows={rows}
      keyOf={({ index }) => index}
      rowClass={({ leg, index }) =>
        `${chosen === index ? 'bg-accent-soft' : ''} ${leg.kind === 'break' ? 'text-muted' : ''}`
      }
      columns={[
        { label: 'From', className: 'md:whitespace-nowrap', cell: ({ from }) => from },
        { label: 'To', className: 'md:whitespace-nowrap', cell: ({ to }) => to },
        {
          label: 'Time',
          className: 'md:whitespace-nowrap',
          cell: ({ leg }) => {
            const [fromMs, toMs] = timesOf(leg)
            return formatDuration(toMs - fromMs)
          },
        },
        {
          label: 'Activity',
          cell: ({ leg, index }) => {
            const number = numbers.get(index)
            const speed = leg.kind === 'drive' ? speedWords(leg, units) : null
            return (
              <span>
                {number === undefined ? null : <span className="font-semibold">{number}. </span>}
                {legWords(leg, distanceFormat(units), units)}
                {leg.kind === 'stop' ? (
                  <Near position={leg.position} subject={`${vehicleId} ${index}`} />
                ) : null}
                {speed === null ? null : <span className="text-muted block text-xs">{speed}</span>}
              </span>
            )
          },
        },
        { label: 'Status', cell: ({ leg }) => <Statuses statuses={statusesOf(leg)} /> },
        {
          label: 'Actions',
          isActions: true,
          cell: ({ leg, index }) => {
            const isChosen = chosen === index
            const positions = positionsOf(leg)
            const replay = positions?.[0]
              ? replayHref(areas, vehicleId, positions[0], timesOf(leg)[0])
              : null
            return (
              <span className="flex gap-1 md:justify-end">
                {positions === null ? null : (
                  <IconButton
                    icon={MapPin}
                    label={isChosen ? 'Show the whole trail' : 'Show on the map'}
                    onClick={() => onChoose(isChosen ? null : index)}
                  />
                )}
                {replay === null ? null : (
                  <Link
                    href={replay}
                    button="secondary"
                    title="Replay the live map from here"
                    icon={History}
                  >
                    Replay
                  </Link>
                )}
              </span>
            )
          },
        },
      ]}
    />
  )
}

function Near({ position, subject }: { readonly position: Position; readonly subject: string }) {
  const near = useNearName(position, subject)
  return near === null ? null : (
    <>
      {' '}
      <bdi>{nearWords(near)}</bdi>
    </>
  )
}

function Statuses({ statuses }: { readonly statuses: readonly (string | null)[] }) {
  if (statuses.length === 0) return <span className="text-muted">—</span>
  return (
    <span className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
      {statuses.slice(0, MOST_STATUSES).map((status, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a status is its place in the order
        <span key={n} className="inline-flex items-baseline gap-1">
          <StatusMark status={status} className="size-4 translate-y-0.5" />
          <bdi>{statusWords(status)}</bdi>
        </span>
      ))}
      {statuses.length > MOST_STATUSES ? (
        <span>and {statuses.length - MOST_STATUSES} more</span>
      ) : null}
    </span>
  )
}

const MOST_STATUSES = 6

function statusesOf(leg: Leg): readonly (string | null)[] {
  if (leg.kind === 'break' || leg.kind === 'jump') return []
  return leg.kind === 'stop' ? leg.statuses : distinctStatuses(leg.points)
}

/** More rows are slow to scroll through; the files have all. */
const MOST_ROWS = 500

/** The way and the speed from each point of a drive to the next one. */
export function PointTable({ drive, trail }: { readonly drive: Drive; readonly trail: Trail }) {
  const { units, zone } = usePreferences()
  const steps = new Map(
    trail.pieces.flatMap(({ points, steps }) => points.map((point, n) => [point, steps[n - 1]])),
  )
  const points = drive.points.slice(1, MOST_ROWS + 1)
  const hidden = drive.points.length - 1 - points.length
  const format = distanceFormat(units)
  return (
    <section
      aria-label="Speeds between the points of this drive"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
      tabIndex={0}
      className="border-line mt-3 max-h-72 overflow-y-auto rounded-md border p-3"
    >
      <DataTable
        rows={points}
        keyOf={(point) => points.indexOf(point)}
        columns={[
          { label: 'Time', cell: ({ atMs }) => formatClock(atMs, zone) },
          {
            label: 'Distance',
            isRight: true,
            cell: (point) => {
              const step = steps.get(point)
              return step ? format(step.metres) : '—'
            },
          },
          {
            label: 'Speed',
            isRight: true,
            cell: (point) => {
              const kmh = steps.get(point)?.kmh ?? null
              return kmh === null ? '—' : formatSpeed(kmh, units)
            },
          },
        ]}
      />
      {hidden > 0 ? (
        <p className="mt-2 text-sm">{formatCount(hidden)} more are in the exported file.</p>
      ) : null}
    </section>
  )
}

/** Why it is not known where a vehicle was. */
export function breakWords({
  reason,
  problem,
}: {
  readonly reason: TrailBreak['reason']
  readonly problem: TrailBreak['problem']
}): string {
  if (reason === 'absent') return 'Outside the recorded area, or not listed by the service'
  if (reason === 'no-position') return 'No readable position'
  if (reason === 'unknown') return 'No recording for this time'
  return gapInWords({ reason, problem })
}

/**
 * "28 km/h on average, 52 km/h at most"; null where neither is known, and
 * for one that hardly moved.
 */
export function speedWords({ metres, averageKmh, fastestKmh }: Drive, units: Units): string | null {
  if (metres < STOP_METRES) return null
  const words = [
    averageKmh === null ? null : `${formatSpeed(averageKmh, units)} on average`,
    fastestKmh === null ? null : `${formatSpeed(fastestKmh, units)} at most`,
  ]
  return words.filter((one) => one !== null).join(', ') || null
}

/** Kind and length of a leg, without its place. */
export function legWords(leg: Leg, format: FormatDistance, units: Units): string {
  switch (leg.kind) {
    case 'stop':
      return 'Stopped'
    case 'drive':
      return leg.metres < STOP_METRES
        ? `Moved ${format(leg.metres)}`
        : `Drove ${format(leg.metres)}`
    case 'jump':
      return leg.hasReturned
        ? `Position ${format(leg.metres)} away and back: ignored, no vehicle is that fast`
        : `Position jumped ${format(leg.metres)}, faster than ${formatSpeed(JUMP_KMH, units)}: the route in between is not known`
    case 'break':
      return `Position unknown. ${breakWords(leg)}`
  }
}

function timesOf(leg: Leg): [number, number] {
  if (leg.kind !== 'jump') return [leg.fromMs, leg.toMs]
  const first = leg.points[0]
  const last = leg.points.at(-1)
  return [first?.atMs ?? 0, last?.lastMs ?? 0]
}

/** The same in words. @param write a time */
export function timeWords(leg: Leg, write: (ms: number) => string): { from: string; to: string } {
  const [from, to] = timesOf(leg).map(write) as [string, string]
  if (leg.kind !== 'stop') return { from, to }
  return {
    from: leg.isBeginKnown ? from : `${from} or earlier`,
    to: leg.isEndKnown ? to : `${to} or later`,
  }
}
