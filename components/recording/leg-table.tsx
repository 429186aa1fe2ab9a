'use client'

import { History, MapPin } from 'lucide-react'
import { Link } from '@/components/layout/link'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { StatusMark } from '@/components/map/status-mark'
import { useNearName } from '@/components/record/facts/near-place'
import { buttonClass, IconButton } from '@/components/ui/button'
import { tableClass } from '@/components/ui/table/table'
import { TableCell } from '@/components/ui/table/table-cell'
import { TableHead } from '@/components/ui/table/table-head'
import type { RecordedArea } from '@/lib/contract/recording'
import { distanceFormat } from '@/lib/format/position/distance'
import { nearWords } from '@/lib/format/position/near'
import { statusWords } from '@/lib/format/status/status-words'
import { formatMoment } from '@/lib/format/time/time'
import { formatDuration } from '@/lib/format/time/time-in-status'
import type { Position } from '@/lib/interface/resources'
import type { Leg, Trail } from '@/lib/trail/legs'
import { withoutRepeats } from '@/lib/trail/stops'
import { legWords, speedWords, timesOf, timeWords } from './leg-words'
import { positionsOf, stopNumbers } from './legs-map'
import { replayHref } from './replay-href'

interface LegTableProps {
  readonly trail: Trail
  readonly vehicleId: string
  readonly areas: readonly RecordedArea[]
  /** Index of a leg. */
  readonly chosen: number | null
  readonly onChoose: (index: number | null) => void
}

/** Stops, ways and breaks in their order. */
export function LegTable({ trail, ...rest }: LegTableProps) {
  const numbers = stopNumbers(trail.legs)
  return (
    <table className={tableClass.table}>
      <TableHead columns={['From', 'To', 'Time', 'What', 'Status']} actions />
      <tbody className={tableClass.body}>
        {trail.legs.map((leg, index) => (
          <LegRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a leg is its place in the order
            key={index}
            {...{ ...rest, leg, index }}
            number={numbers.get(index) ?? null}
          />
        ))}
      </tbody>
    </table>
  )
}

function LegRow({
  leg,
  index,
  number,
  vehicleId,
  areas,
  chosen,
  onChoose,
}: Omit<LegTableProps, 'trail'> & {
  readonly leg: Leg
  readonly index: number
  readonly number: number | null
}) {
  const { units, zone } = usePreferences()
  const [fromMs, toMs] = timesOf(leg)
  const { from, to } = timeWords(leg, (ms) => formatMoment(ms, Date.now(), zone ?? undefined))
  const speed = leg.kind === 'drive' ? speedWords(leg, units) : null
  const positions = positionsOf(leg)
  const replay = positions?.[0] ? replayHref(areas, vehicleId, positions[0], fromMs) : null
  const isChosen = chosen === index
  return (
    <tr
      className={`${tableClass.row} ${isChosen ? 'bg-accent-soft' : ''} ${leg.kind === 'break' ? 'text-muted' : ''}`}
    >
      <TableCell label="From" className="md:whitespace-nowrap">
        {from}
      </TableCell>
      <TableCell label="To" className="md:whitespace-nowrap">
        {to}
      </TableCell>
      <TableCell label="Time" className="md:whitespace-nowrap">
        {formatDuration(toMs - fromMs)}
      </TableCell>
      <TableCell label="What">
        <span>
          {number === null ? null : <span className="font-semibold">{number}. </span>}
          {legWords(leg, distanceFormat(units), units)}
          {leg.kind === 'stop' ? <Near position={leg.position} subject={`${vehicleId} ${index}`} /> : null}
          {speed === null ? null : <span className="text-muted block text-xs">{speed}</span>}
        </span>
      </TableCell>
      <TableCell label="Status">
        <Statuses statuses={statusesOf(leg)} />
      </TableCell>
      <TableCell label="">
        <span className="flex gap-1 md:justify-end">
          {positions === null ? null : (
            <IconButton
              label={isChosen ? 'Show the whole trail' : 'Show on the map'}
              onClick={() => onChoose(isChosen ? null : index)}
            >
              <MapPin aria-hidden className="size-4" />
            </IconButton>
          )}
          {replay === null ? null : (
            <Link href={replay} className={buttonClass()} title="Replay the live map from here">
              <History aria-hidden className="size-4" />
              Replay
            </Link>
          )}
        </span>
      </TableCell>
    </tr>
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

/** Statuses in their order. */
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
      {statuses.length > MOST_STATUSES ? <span>and {statuses.length - MOST_STATUSES} more</span> : null}
    </span>
  )
}

const MOST_STATUSES = 6

function statusesOf(leg: Leg): readonly (string | null)[] {
  if (leg.kind === 'break' || leg.kind === 'jump') return []
  return leg.kind === 'stop' ? leg.statuses : withoutRepeats(leg.points.map(({ status }) => status))
}
