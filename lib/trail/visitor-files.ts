import type { ExportFormat } from '@/lib/contract/recording-limits'
import type { CircleVisit, CircleVisitor } from '@/lib/contract/recording-questions'
import type { Position } from '@/lib/interface/resources'
import { type GpxOptions, gpxFile, waypoint } from './gpx'
import { trackName, utc } from './track'
import { formatVisitorsCsv } from './visitors-csv'

interface Circle {
  readonly position: Position
  /** Metres. */
  readonly radius: number
}

/** The visits of a circle as the text of a file. Where in it a vehicle was, they do not say. */
export function formatVisitors(
  format: ExportFormat,
  visitors: readonly CircleVisitor[],
  circle: Circle,
  options: GpxOptions,
): string {
  if (format === 'csv') return formatVisitorsCsv(visitors)
  return format === 'gpx' ? visitorsGpx(visitors, circle, options) : visitorsGeoJson(visitors, circle)
}

/** The circle as its middle, and each visit without a geometry. */
function visitorsGeoJson(
  visitors: readonly CircleVisitor[],
  { position: { lat, lng }, radius }: Circle,
): string {
  const circle = {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [lng, lat] },
    properties: { kind: 'circle', radius_metres: radius },
  }
  const features = visitors.flatMap((visitor) =>
    visitor.visits.map((visit) => ({
      type: 'Feature',
      geometry: null,
      properties: { kind: visit.isPassing ? 'passing' : 'visit', ...propertiesOf(visitor, visit) },
    })),
  )
  return `${JSON.stringify({ type: 'FeatureCollection', features: [circle, ...features] })}\n`
}

function propertiesOf({ id, directory, statuses }: CircleVisitor, visit: CircleVisit) {
  return {
    ...{ vehicle: id, our_ref: directory?.our_ref ?? null, licence_plate: directory?.licence_plate ?? null },
    ...{ first: utc(visit.firstMs), last: utc(visit.lastMs) },
    ...{ begin_known: visit.isBeginKnown, end_known: visit.isEndKnown, statuses },
  }
}

/** Each visit as a waypoint in the middle of the circle. */
function visitorsGpx(
  visitors: readonly CircleVisitor[],
  { position, radius }: Circle,
  options: GpxOptions,
): string {
  const lines = visitors.flatMap(({ id, directory, visits }) =>
    visits.map(({ firstMs, lastMs, isPassing }) =>
      waypoint(position, {
        atMs: firstMs,
        name: trackName({
          id,
          ourRef: directory?.our_ref ?? null,
          licencePlate: directory?.licence_plate ?? null,
        }),
        description: `${isPassing ? 'Passed through' : 'Inside'} ${radius} m around this point, until ${utc(lastMs)}`,
      }),
    ),
  )
  return gpxFile(lines, options)
}
