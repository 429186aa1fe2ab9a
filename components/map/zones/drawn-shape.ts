import type { GeoJSONStoreFeatures } from 'terra-draw'
import type { ZoneShape } from '@/lib/api/contract/zones'
import { destination, distanceFrom } from '@/lib/interface/geometry'
import type { Position } from '@/lib/interface/resources'
import { cornersOf, middleOf, roundedPosition } from '@/lib/zones/shapes/geometry'

/** Corners by which a circle is drawn. */
const CIRCLE_CORNERS = 64

/** A shape as terra-draw has it: a circle is a polygon with many corners. */
export function featureOf(shape: ZoneShape): GeoJSONStoreFeatures {
  const points = shape.kind === 'circle' ? circleOutline(shape.centre, shape.radius) : shape.points
  const ring = [...points, points[0] as Position].map(({ lat, lng }) => [lng, lat])
  return {
    type: 'Feature',
    properties: { mode: shape.kind },
    geometry: { type: 'Polygon', coordinates: [ring] },
  }
}

function circleOutline(centre: Position, radius: number): Position[] {
  return Array.from({ length: CIRCLE_CORNERS }, (_, corner) =>
    roundedPosition(destination(centre, (corner * 360) / CIRCLE_CORNERS, radius)),
  )
}

/** @returns null for what is no shape of a zone */
export function shapeOf({ geometry, properties }: GeoJSONStoreFeatures): ZoneShape | null {
  if (geometry.type !== 'Polygon') return null
  const [ring = []] = geometry.coordinates
  const corners = ring.slice(0, -1).map(([lng = 0, lat = 0]) => ({ lat, lng }))
  if (corners.length < 3) return null
  const points = ontoTheEarth(corners)
  if (properties.mode !== 'circle') {
    return { kind: 'polygon', points: cornersOf(points.map(roundedPosition)) }
  }
  const centre = roundedPosition(middleOf({ kind: 'polygon', points }))
  const metres = points.map(distanceFrom(centre))
  const radius = Math.round(metres.reduce((sum, one) => sum + one, 0) / metres.length)
  return { kind: 'circle', centre, radius }
}

/** Drawn on another copy of the world, longitudes are beyond ±180. */
function ontoTheEarth(points: readonly Position[]): Position[] {
  const { lng: middle } = middleOf({ kind: 'polygon', points })
  const turn = 360 * Math.round(middle / 360)
  return points.map(({ lat, lng }) => ({ lat, lng: lng - turn }))
}
