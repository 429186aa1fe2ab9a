import { worldX, worldY } from '@/components/map/canvas/mercator'
import type { Box } from '@/components/map/canvas/viewport'
import type { Streets } from '@/components/map/types'
import type { Steps } from '@/lib/browser/time-slicing'

/** Streets in Web Mercator shares of the world, in columns, so that a city's are painted quickly. */
export interface StreetColumns {
  /** Index of each street's first point, and of the end of the last. */
  readonly starts: Uint32Array
  readonly x: Float64Array
  readonly y: Float64Array
  /** Left, right, top and bottom of each street in turn. */
  readonly boxes: Float64Array
}

const STREETS_A_STEP = 500

/** @param streets as `GET /api/roads/streets` has them */
export function* streetColumns(streets: Streets): Steps<StreetColumns> {
  const starts = new Uint32Array(streets.length + 1)
  let points = 0
  for (const [n, street] of streets.entries()) {
    points += street.length >> 1
    starts[n + 1] = points
  }
  const x = new Float64Array(points)
  const y = new Float64Array(points)
  const boxes = new Float64Array(streets.length * 4)
  let point = 0
  for (let n = 0; n < streets.length; n++) {
    if (n % STREETS_A_STEP === 0) yield
    const street = streets[n] as readonly number[]
    let [lat, lng] = [0, 0]
    let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity]
    for (let at = 0; at + 1 < street.length; at += 2) {
      lat += street[at] as number
      lng += street[at + 1] as number
      const px = worldX(lng / 1e6)
      const py = worldY(lat / 1e6)
      x[point] = px
      y[point] = py
      point++
      left = Math.min(left, px)
      right = Math.max(right, px)
      top = Math.min(top, py)
      bottom = Math.max(bottom, py)
    }
    boxes.set([left, right, top, bottom], n * 4)
  }
  return { starts, x, y, boxes }
}

/** Whether a street may reach into a box, on the copy of the world nearest to it. */
export function reachesInto({ boxes }: StreetColumns, n: number, { left, right, top, bottom }: Box): boolean {
  const at = n * 4
  if ((boxes[at + 2] as number) > bottom || (boxes[at + 3] as number) < top) return false
  const turn = Math.round((left + right) / 2 - (boxes[at] as number))
  return (boxes[at] as number) + turn <= right && (boxes[at + 1] as number) + turn >= left
}
