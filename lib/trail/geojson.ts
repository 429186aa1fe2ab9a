import type { Leg } from './legs'
import { type Track, type TrackPoint, trackPoints, utc } from './track'

/**
 * Tracks as GeoJSON: each vehicle's lines, broken where nothing is known, its stops as points, unknown times without a
 * geometry. Times of lines are in `coordinateProperties.times`.
 * Source: RFC 7946
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
    geometry: { type: 'MultiLineString', coordinates: lines.map((points) => points.map(coordinates)) },
    properties: {
      ...{ kind: 'trail', ...vehicle, metres: Math.round(trail.metres) },
      coordinateProperties: { times: lines.map((points) => points.map(({ atMs }) => utc(atMs))) },
    },
  }
  return [
    ...(lines.length > 0 ? [line] : []),
    ...alone.map((point) => pointFeature(point, { kind: 'seen once', ...vehicle, time: utc(point.atMs) })),
    ...trail.legs.flatMap((leg) => legFeatures(leg, vehicle)),
  ]
}

function legFeatures(leg: Leg, vehicle: object): object[] {
  if (leg.kind === 'break') {
    const { fromMs, toMs, reason, problem } = leg
    const properties = { kind: 'not known', ...vehicle, from: utc(fromMs), to: utc(toMs), reason, problem }
    return [{ type: 'Feature', geometry: null, properties }]
  }
  if (leg.kind === 'jump')
    return leg.points
      .slice(0, leg.hasReturned ? undefined : 0)
      .map((point) => pointFeature(point, { kind: 'implausible', ...vehicle, time: utc(point.atMs) }))
  if (leg.kind !== 'stop') return []
  const { fromMs, toMs, position, isBeginKnown, isEndKnown, statuses } = leg
  const times = { from: utc(fromMs), to: utc(toMs), seconds: Math.round((toMs - fromMs) / 1000) }
  const known = { begin_known: isBeginKnown, end_known: isEndKnown }
  return [pointFeature(position, { kind: 'stop', ...vehicle, ...times, ...known, statuses })]
}

function pointFeature(position: { lat: number; lng: number }, properties: object): object {
  return { type: 'Feature', geometry: { type: 'Point', coordinates: coordinates(position) }, properties }
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
