import type { ExportFormat, TrailBreak, TrailPoint } from '@/lib/api/contract/recording'
import { type Cell, formatCsv } from '@/lib/format/csv'
import type { Position } from '@/lib/interface/resources'
import { UNREADABLE } from '@/lib/interface/unreadable'
import type { Leg, Step, Trail } from './legs'
import type { Stop } from './stops'

export const MEDIA_TYPES: Readonly<Record<ExportFormat, string>> = {
  geojson: 'application/geo+json',
  csv: 'text/csv',
}

export const FORMAT_LABELS: Readonly<Record<ExportFormat, string>> = {
  geojson: 'GeoJSON',
  csv: 'CSV',
}

export function formatTracks(format: ExportFormat, tracks: readonly Track[]): string {
  return format === 'csv' ? formatTrailCsv(tracks) : formatGeoJson(tracks)
}

const COLUMNS = [
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
] as const

type Row = Readonly<Record<(typeof COLUMNS)[number], Cell>>
/** Columns of a row that are not the vehicle's; those left out are empty. */
type RowFacts = Partial<Row> & Readonly<Record<'kind' | 'from_utc' | 'to_utc', Cell>>

/**
 * Tracks as CSV, in their order: each point with the way and the speed from the one before, each
 * stop, and each time that is not known.
 */
export function formatTrailCsv(tracks: readonly Track[]): string {
  const rows = tracks.flatMap(rowsOf)
  return formatCsv([COLUMNS, ...rows.map((row) => COLUMNS.map((name) => row[name] ?? null))])
}

function rowsOf({ id, ourRef, licencePlate, trail }: Track): Partial<Row>[] {
  const stepTo = stepsByPoint(trail)
  const stops = trail.legs.filter((leg) => leg.kind === 'stop')
  const standing = new Set(stops.flatMap(({ points }) => points))
  const vehicle = { vehicle: id, our_ref: ourRef, licence_plate: licencePlate }
  const rows = trail.legs.flatMap((leg) => legRows(leg, standing, stepTo))
  return rows.map((row) => ({ ...vehicle, ...row }))
}

/** The way to each point but the first of a piece. */
function stepsByPoint({ pieces }: Trail): Map<TrailPoint, Step | undefined> {
  const steps = new Map<TrailPoint, Step | undefined>()
  for (const piece of pieces) {
    for (const [n, point] of piece.points.entries()) steps.set(point, piece.steps[n - 1])
  }
  return steps
}

/** @param standing points of stops, with which the ways before and after them begin and end */
function legRows(
  leg: Leg,
  standing: ReadonlySet<TrailPoint>,
  stepTo: ReadonlyMap<TrailPoint, Step | undefined>,
): RowFacts[] {
  const movingRow = (point: TrailPoint) => pointRow('point', point, stepTo.get(point))
  switch (leg.kind) {
    case 'break':
      return [breakRow(leg)]
    case 'jump':
      return leg.hasReturned ? leg.points.map((point) => pointRow('implausible', point)) : []
    case 'stop':
      return [stopRow(leg), ...leg.points.map(movingRow)]
    default:
      return leg.points.filter((point) => !standing.has(point)).map(movingRow)
  }
}

function pointRow(kind: string, point: TrailPoint, step?: Step): RowFacts {
  const kmh = step?.kmh ?? null
  return {
    kind,
    from_utc: utc(point.atMs),
    to_utc: utc(point.lastMs),
    lat: point.lat,
    lng: point.lng,
    status: statusInFile(point.status),
    reported_at: point.reportedAt,
    metres: step ? round(step.metres) : null,
    km_per_hour: kmh === null ? null : round(kmh),
  }
}

function breakRow({ fromMs, toMs, reason, problem }: TrailBreak): RowFacts {
  return {
    kind: 'not known',
    from_utc: utc(fromMs),
    to_utc: utc(toMs),
    note: problem ?? reason,
  }
}

function stopRow({ fromMs, toMs, position, statuses, isBeginKnown, isEndKnown }: Stop): RowFacts {
  const notes: string[] = []
  if (!isBeginKnown) notes.push('or earlier')
  if (!isEndKnown) notes.push('or later')
  return {
    kind: 'stop',
    from_utc: utc(fromMs),
    to_utc: utc(toMs),
    lat: position.lat,
    lng: position.lng,
    status: statuses.map((reported) => statusInFile(reported) ?? '').join(' '),
    note: notes.length > 0 ? notes.join(', ') : null,
  }
}

const round = (value: number) => Math.round(value * 10) / 10

function statusInFile(status: string | null): string | null {
  return status === UNREADABLE ? 'unreadable' : status
}

/**
 * Tracks as GeoJSON: each vehicle's lines, broken where nothing is known, its stops as
 * points, unknown times without a geometry. Times of lines are in
 * `coordinateProperties.times`. Source: RFC 7946
 */
export function formatGeoJson(tracks: readonly Track[]): string {
  const features = tracks.flatMap(featuresOf)
  return `${JSON.stringify({ type: 'FeatureCollection', features })}\n`
}

function featuresOf({ id, ourRef, licencePlate, trail }: Track) {
  const vehicle = { vehicle: id, our_ref: ourRef, licence_plate: licencePlate }
  const all = trail.pieces.map(({ points }) => trackPoints(points))
  const lines = all.flatMap(linesOf).filter((line) => line.length > 1)
  const alone = all.filter((points) => points.length === 1).flat()
  const line = {
    type: 'Feature',
    geometry: {
      type: 'MultiLineString',
      coordinates: lines.map((points) => points.map(coordinates)),
    },
    properties: {
      kind: 'trail',
      ...vehicle,
      metres: Math.round(trail.metres),
      coordinateProperties: { times: lines.map((points) => points.map(({ atMs }) => utc(atMs))) },
    },
  }
  return [
    ...(lines.length > 0 ? [line] : []),
    ...alone.map((point) =>
      pointFeature(point, { kind: 'seen once', ...vehicle, time: utc(point.atMs) }),
    ),
    ...trail.legs.flatMap((leg) => legFeatures(leg, vehicle)),
  ]
}

function legFeatures(leg: Leg, vehicle: object): object[] {
  if (leg.kind === 'break') {
    const { fromMs, toMs, reason, problem } = leg
    const properties = {
      kind: 'not known',
      ...vehicle,
      from: utc(fromMs),
      to: utc(toMs),
      reason,
      problem,
    }
    return [{ type: 'Feature', geometry: null, properties }]
  }
  if (leg.kind === 'jump') {
    const points = leg.hasReturned ? leg.points : []
    return points.map((point) =>
      pointFeature(point, { kind: 'implausible', ...vehicle, time: utc(point.atMs) }),
    )
  }
  if (leg.kind !== 'stop') return []
  const { fromMs, toMs, position, isBeginKnown, isEndKnown, statuses } = leg
  const properties = {
    kind: 'stop',
    ...vehicle,
    from: utc(fromMs),
    to: utc(toMs),
    seconds: Math.round((toMs - fromMs) / 1000),
    begin_known: isBeginKnown,
    end_known: isEndKnown,
    statuses: statuses.map(statusInFile),
  }
  return [pointFeature(position, properties)]
}

function pointFeature(position: { lat: number; lng: number }, properties: object): object {
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: coordinates(position) },
    properties,
  }
}

const coordinates = ({ lat, lng }: { lat: number; lng: number }) => [lng, lat]

/** Cut where the way crosses 180°, as §3.1.9 wants it. */
function linesOf(points: readonly TrackPoint[]): TrackPoint[][] {
  const lines: TrackPoint[][] = []
  for (const [n, point] of points.entries()) {
    const before = points[n - 1]
    if (before && Math.abs(point.lng - before.lng) <= 180) lines.at(-1)?.push(point)
    else lines.push([point])
  }
  return lines
}

/** The names under which a vehicle's trail is exported. */
export interface TrackNames {
  readonly id: string
  readonly ourRef: string | null
  readonly licencePlate: string | null
}

export interface Track extends TrackNames {
  readonly trail: Trail
}

export interface TrackPoint extends Position {
  readonly atMs: number
}

/**
 * A position of this time is written twice, as of its first and its last list; one
 * of a moving vehicle once.
 */
const STANDING_MS = 30_000

/** Its points with their times, as lines of other programs have them. */
function trackPoints(points: readonly TrailPoint[]): TrackPoint[] {
  return points.flatMap(({ lat, lng, atMs, lastMs }, n) => {
    const isTwice = lastMs - atMs >= STANDING_MS || (points.length === 1 && lastMs > atMs)
    const first = { lat, lng, atMs }
    // The end of a piece is when it was last seen.
    if (isTwice || (n === points.length - 1 && lastMs > atMs))
      return [first, { lat, lng, atMs: lastMs }]
    return [first]
  })
}

/** Time in UTC, as ISO 8601 has it: whole seconds without a fraction. */
function utc(ms: number): string {
  return new Date(ms).toISOString().replace('.000Z', 'Z')
}

export function trackName({ id, ourRef, licencePlate }: TrackNames): string {
  return ourRef ?? licencePlate ?? id
}

/**
 * "kerbside-KB-1205-20261121T160400Z-20261121T170400Z.csv": reference and span, as
 * any file system takes them.
 */
export function exportName(
  reference: string,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  ending: string,
): string {
  const safe = reference.replaceAll(/[^\p{L}\p{N}.,_-]+/gu, '-').replaceAll(/^[.,-]+|[.,-]+$/g, '')
  const names = ['kerbside', [...safe].slice(0, 60).join(''), stamp(fromMs), stamp(toMs)]
  return `${names.filter(Boolean).join('-')}.${ending}`
}

const stamp = (ms: number) => new Date(ms).toISOString().replaceAll(/[-:]|\.\d+/g, '')
