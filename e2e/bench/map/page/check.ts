import L from 'leaflet'
import { randomFrom } from '@/e2e/support/statistics'
import { type BenchFleet, WITNESS } from './fleet'
import { createPointer } from './pointer'
import { isPainted, type Subject } from './subject'

const SAMPLES = 200
const POINTED_AT = 20

/** Nothing is drawn farther from a vehicle. */
const DRAWN_PIXELS = 40

/**
 * Compares the screen with the plain data.
 * @throws Error that names the first difference
 */
export async function checkSubject(subject: Subject, fleet: BenchFleet): Promise<void> {
  const { map } = subject
  const points = fleet.positions.map((position) =>
    map.latLngToContainerPoint(position as L.LatLngLiteral),
  )
  const { x: width, y: height } = map.getSize()
  const isInView = (index: number) => {
    const { x, y } = points[index] as L.Point
    return x > 4 && y > 4 && x < width - 4 && y < height - 4
  }
  const random = randomFrom(5)
  const some = Array.from({ length: SAMPLES }, () => Math.floor(random() * points.length)).filter(
    isInView,
  )
  if (subject.checkClusters) await subject.checkClusters(fleet)
  else {
    const lost = some.find((index) => !subject.shows(index))
    if (lost !== undefined) throw new Error(`${fleet.ids[lost]} is not drawn at ${points[lost]}`)
    for (let n = 0; n < SAMPLES; n++) {
      const place = L.point(random() * width, random() * height)
      if (distanceToNearest(points, place) > DRAWN_PIXELS && isPainted(map, place)) {
        throw new Error(`Something is drawn at ${place}, where no vehicle is`)
      }
    }
  }
  if (!subject.shows(WITNESS)) throw new Error('The first vehicle is not drawn where it is')
  const mirrored = L.point(width - (points[WITNESS] as L.Point).x, (points[WITNESS] as L.Point).y)
  if (isPainted(map, mirrored)) throw new Error('The first vehicle is still drawn where it was')
  if (subject.reachPixels === null) return
  const pointer = createPointer(map)
  const pointedAt = subject.checkClusters ? [WITNESS] : [WITNESS, ...some.slice(0, POINTED_AT)]
  for (const index of pointedAt) {
    const point = points[index] as L.Point
    const tooltip = await pointer.tooltipAt(point.add([0.5, 0.5]))
    const named = fleet.ids.indexOf(tooltip?.split(';')[0] ?? '')
    if (named < 0) throw new Error(`The tooltip of ${fleet.ids[index]} is "${tooltip}"`)
    const off = (points[named] as L.Point).distanceTo(point)
    if (off > subject.reachPixels)
      throw new Error(`Pointing at ${fleet.ids[index]} names one ${off} pixels off`)
  }
}

function distanceToNearest(points: readonly L.Point[], place: L.Point): number {
  return points.reduce(
    (nearest, point) => Math.min(nearest, point.distanceTo(place)),
    Number.POSITIVE_INFINITY,
  )
}
