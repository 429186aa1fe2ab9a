import type { TrailBreak, TrailPoint } from '@/lib/contract/recording-questions'
import { type Cell, formatCsv } from '@/lib/format/csv'
import { type Track, utc } from './track'
import type { Step, Stop } from './types'

const HEADER = [
  'vehicle',
  'our_ref',
  'licence_plate',
  'kind',
  'from_utc',
  'to_utc',
  'lat',
  'lng',
  'status',
  'reported_at',
  'metres',
  'km_per_hour',
  'note',
]

/**
 * Tracks as CSV, in their order: each point with the way and the speed from the one before, each stop, and each time that
 * is not known.
 */
export function formatTrailCsv(tracks: readonly Track[]): string {
  return formatCsv([HEADER, ...tracks.flatMap(rowsOf)])
}

function rowsOf({ id, ourRef, licencePlate, trail: { legs, pieces } }: Track): Cell[][] {
  const steps = new Map(
    pieces.flatMap(({ points, steps }) => points.map((point, n) => [point, steps[n - 1]])),
  )
  const standing = new Set(legs.flatMap((leg) => (leg.kind === 'stop' ? leg.points : [])))
  const pointRows = (points: readonly TrailPoint[]) =>
    points.map((point) => pointRow('point', point, steps.get(point)))
  const rows = legs.flatMap((leg) => {
    if (leg.kind === 'break') return [breakRow(leg)]
    if (leg.kind === 'jump')
      return leg.hasReturned ? leg.points.map((point) => pointRow('implausible', point)) : []
    if (leg.kind === 'stop') return [stopRow(leg), ...pointRows(leg.points)]
    return pointRows(leg.points.filter((point) => !standing.has(point)))
  })
  return rows.map((row) => [id, ourRef, licencePlate, ...row])
}

function pointRow(kind: string, point: TrailPoint, step?: Step): Cell[] {
  const { atMs, lastMs, lat, lng, status, reportedAt } = point
  const way = [step ? round(step.metres) : null, step && step.kmh !== null ? round(step.kmh) : null]
  return [kind, utc(atMs), utc(lastMs), lat, lng, status, reportedAt, ...way, null]
}

function breakRow({ fromMs, toMs, reason, problem }: TrailBreak): Cell[] {
  return ['not known', utc(fromMs), utc(toMs), null, null, null, null, null, null, problem ?? reason]
}

function stopRow({ fromMs, toMs, position: { lat, lng }, statuses, isBeginKnown, isEndKnown }: Stop): Cell[] {
  const note = [isBeginKnown ? null : 'or earlier', isEndKnown ? null : 'or later'].filter(Boolean).join(', ')
  const status = statuses.map((one) => one ?? '').join(' ')
  return ['stop', utc(fromMs), utc(toMs), lat, lng, status, null, null, null, note || null]
}

const round = (value: number) => Math.round(value * 10) / 10
