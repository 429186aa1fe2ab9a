import type { Steps } from '@/lib/vehicles/steps'
import { type Box, pixelX, pixelY, type Viewport, visibleBox, worldX, worldY } from './projection'
import type { Streets } from './types'
import { NO_WAY, WAIT_STEPS } from './wait-steps'

/**
 * Streets in Web Mercator shares of the world, in columns, so that a city's are painted quickly.
 */
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
    let lat = 0
    let lng = 0
    let left = Infinity
    let right = -Infinity
    let top = Infinity
    let bottom = -Infinity
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
function reachesInto(
  { boxes }: StreetColumns,
  n: number,
  { left, right, top, bottom }: Box,
): boolean {
  const at = n * 4
  if ((boxes[at + 2] as number) > bottom || (boxes[at + 3] as number) < top) return false
  const turn = Math.round((left + right) / 2 - (boxes[at] as number))
  return (boxes[at] as number) + turn <= right && (boxes[at + 1] as number) + turn >= left
}

/** Colours of the steps and of streets without a way, as a canvas takes them. */
export interface WaitLook {
  readonly colours: readonly string[]
  /** Colours are the system's: steps differ by their dashes as well. */
  readonly isForced: boolean
}

/** Of one path: more might cross, which takes far longer. */
const STREETS_A_PATH = 30

const ALL = [...WAIT_STEPS, NO_WAY]

/** Width of a line at street level, by zoom. */
function widthAt(zoom: number): number {
  return Math.max(0.6, Math.min(1.8, 1 + (zoom - 14.5) * 0.2))
}

/** Streets in the order of their steps: those with the longest wait lie above the others. */
export function orderByStep(steps: Uint8Array): Uint32Array {
  const ends = new Uint32Array(ALL.length + 1)
  for (const step of steps) ends[step + 1] = (ends[step + 1] as number) + 1
  for (let n = 1; n < ends.length; n++) ends[n] = (ends[n] as number) + (ends[n - 1] as number)
  const order = new Uint32Array(steps.length)
  for (let n = 0; n < steps.length; n++) {
    const step = steps[n] as number
    order[ends[step] as number] = n
    ends[step] = (ends[step] as number) + 1
  }
  return order
}

/** Paints the streets that a viewport shows. @param steps of each street */
export function* paintWaits(
  context: OffscreenCanvasRenderingContext2D,
  viewport: Viewport,
  columns: StreetColumns,
  steps: Uint8Array,
  { colours, isForced }: WaitLook,
): Steps<void> {
  const { projection, zoom } = viewport
  const box = visibleBox(viewport, 8)
  const { starts, x, y } = columns
  const width = widthAt(zoom)
  context.lineJoin = 'round'
  context.lineCap = zoom < 14 ? 'butt' : 'round'
  let painted = -1
  let inPath = 0
  for (const n of orderByStep(steps)) {
    if (!reachesInto(columns, n, box)) continue
    const step = steps[n] as number
    if (step !== painted || inPath === STREETS_A_PATH) {
      if (inPath > 0) context.stroke()
      yield
      context.beginPath()
      inPath = 0
    }
    if (step !== painted) {
      const { width: base, dash } = ALL[step] ?? NO_WAY
      context.strokeStyle = colours[step] ?? ''
      context.lineWidth = base * width
      context.setLineDash(isForced || step === WAIT_STEPS.length ? [...dash] : [])
      painted = step
    }
    const end = starts[n + 1] as number
    for (let at = starts[n] as number; at < end; at++) {
      const px = pixelX(x[at] as number, projection)
      const py = pixelY(y[at] as number, projection)
      if (at === starts[n]) context.moveTo(px, py)
      else context.lineTo(px, py)
    }
    inPath++
  }
  if (inPath > 0) context.stroke()
}
