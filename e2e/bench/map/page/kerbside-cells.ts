import L from 'leaflet'
import { randomFrom } from '@/e2e/support/statistics'
import { STEPS_PER_DEGREE } from '@/lib/vehicles/vehicle-table'
import type { BenchFleet } from './fleet'
import { createPointer } from './pointer'

/** Size of Kerbside's cells in pixels, and the fewest vehicles of a cluster. */
const CELL_PIXELS = 64
const FEWEST = 4

const SAMPLES = 15

/**
 * Points at some cells and compares the tooltip's count with the plain data.
 * @throws Error with both counts
 */
export async function checkCells(map: L.Map, { positions }: BenchFleet): Promise<void> {
  const counts = new Map<string, { middle: L.Point; count: number }>()
  for (const { lat, lng } of positions) {
    const { x, y } = map
      .project([inSteps(lat), inSteps(lng)])
      .divideBy(CELL_PIXELS)
      .floor()
    const cell = counts.get(`${x} ${y}`) ?? { middle: L.point(x + 0.5, y + 0.5), count: 0 }
    cell.count++
    counts.set(`${x} ${y}`, cell)
  }
  const size = map.getSize()
  const cells = [...counts.values()]
    .map(({ middle, count }) => ({
      count,
      point: middle.multiplyBy(CELL_PIXELS).subtract(map.getPixelOrigin()).add(paneOf(map)),
    }))
    .filter(
      ({ count, point: { x, y } }) => count >= FEWEST && x > 0 && y > 60 && x < size.x - 60 && y < size.y,
    )
  const random = randomFrom(7)
  const pointer = createPointer(map)
  for (let n = 0; n < Math.min(SAMPLES, cells.length); n++) {
    const { count, point } = cells[Math.floor(random() * cells.length)] as (typeof cells)[number]
    const tooltip = await pointer.tooltipAt(point)
    const shownCount = Number(/^([\d,]+) vehicles/.exec(tooltip ?? '')?.[1]?.replaceAll(',', ''))
    if (shownCount !== count)
      throw new Error(`The cell at ${point} holds ${count} vehicles, the tooltip is "${tooltip}"`)
  }
}

/** Areas round positions to the step: a vehicle beside the edge of a cell may be in the next one. */
function inSteps(degrees: number | null): number {
  return Math.round((degrees ?? Number.NaN) * STEPS_PER_DEGREE) / STEPS_PER_DEGREE
}

function paneOf(map: L.Map): L.Point {
  return L.DomUtil.getPosition(map.getPane('mapPane') as HTMLElement)
}
