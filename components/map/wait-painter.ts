import type { Steps } from '@/lib/vehicles/steps'
import { worldX, worldY } from './mercator'
import { type Box, pixelX, pixelY, type Viewport, visibleBox } from './projection'
import type { Streets } from './types'
import { NO_WAY, WAIT_STEPS } from './wait-steps'

/**
 * Streets in Web Mercator shares of the world, in columns, so that a city's are painted quickly.
 */
export interface StreetColumns {
  /** Index of each street's first point, and of the end of the last. */
  readonly starts: Uint32Array
  /** Index of STREET_CLASSES of each street. */
  readonly classes: Uint8Array
  readonly x: Float64Array
  readonly y: Float64Array
  /** Left, right, top and bottom of each street in turn. */
  readonly boxes: Float64Array
}

const STREETS_A_STEP = 500

/** @param streets and classes as `GET /api/roads/streets` has them */
export function* streetColumns(streets: Streets, classes: readonly number[]): Steps<StreetColumns> {
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
  return { starts, classes: Uint8Array.from(classes), x, y, boxes }
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

/** CSS pixels of a line at street level, by STREET_CLASSES. */
const WIDTHS = [6.5, 4.5, 3]
/** CSS pixels of the tint around a line, which fills the blocks of a city. */
const TINT_WIDTH = 36

/** Share of a width at street level, by zoom. */
function shareAt(zoom: number): number {
  return Math.max(0.5, Math.min(1.8, 1 + (zoom - 15) * 0.2))
}

/**
 * Streets in the order of their steps, of each step by class: those with the longest wait lie
 * above the others, and larger roads above smaller ones.
 */
export function orderOf(steps: Uint8Array, classes: Uint8Array): Uint32Array {
  const keyOf = (n: number) => layerOf(steps[n] as number, classes[n] as number)
  const ends = new Uint32Array(ALL.length * WIDTHS.length + 1)
  for (let n = 0; n < steps.length; n++) {
    const next = keyOf(n) + 1
    ends[next] = (ends[next] as number) + 1
  }
  for (let n = 1; n < ends.length; n++) ends[n] = (ends[n] as number) + (ends[n - 1] as number)
  const order = new Uint32Array(steps.length)
  for (let n = 0; n < steps.length; n++) {
    const key = keyOf(n)
    order[ends[key] as number] = n
    ends[key] = (ends[key] as number) + 1
  }
  return order
}

/** Number of a step and class, the lowest first. */
function layerOf(step: number, streetClass: number): number {
  return (step + 1) * WIDTHS.length - 1 - streetClass
}

/** Paints the streets that a viewport shows. @param steps of each street */
export function paintWaits(
  context: OffscreenCanvasRenderingContext2D,
  viewport: Viewport,
  columns: StreetColumns,
  steps: Uint8Array,
  { colours, isForced }: WaitLook,
): Steps<void> {
  const share = shareAt(viewport.zoom)
  return paintStreets(context, viewport, columns, steps, (step, streetClass) => {
    context.strokeStyle = colours[step] ?? ''
    context.lineWidth = (WIDTHS[streetClass] as number) * share
    const isDashed = isForced || step === WAIT_STEPS.length
    context.setLineDash(isDashed ? [...(ALL[step] ?? NO_WAY).dash] : [])
    return true
  })
}

/** Paints what lies between the streets in the colours of those nearby; nothing where none is. */
export function paintTint(
  context: OffscreenCanvasRenderingContext2D,
  viewport: Viewport,
  columns: StreetColumns,
  steps: Uint8Array,
  { colours }: WaitLook,
): Steps<void> {
  const share = shareAt(viewport.zoom)
  return paintStreets(context, viewport, columns, steps, (step) => {
    context.strokeStyle = colours[step] ?? ''
    context.lineWidth = TINT_WIDTH * share
    return step < WAIT_STEPS.length
  })
}

/**
 * Strokes the streets that a viewport shows, layer by layer.
 * @param begin sets the style of a layer; false leaves it out
 */
function* paintStreets(
  context: OffscreenCanvasRenderingContext2D,
  viewport: Viewport,
  columns: StreetColumns,
  steps: Uint8Array,
  begin: (step: number, streetClass: number) => boolean,
): Steps<void> {
  const { projection, zoom } = viewport
  const box = visibleBox(viewport, TINT_WIDTH)
  const { starts, classes, x, y } = columns
  context.lineJoin = 'round'
  context.lineCap = zoom < 14 ? 'butt' : 'round'
  let painted = -1
  let isShown = true
  let inPath = 0
  for (const n of orderOf(steps, classes)) {
    if (!reachesInto(columns, n, box)) continue
    const step = steps[n] as number
    const streetClass = classes[n] as number
    const layer = layerOf(step, streetClass)
    if (layer !== painted || inPath === STREETS_A_PATH) {
      if (inPath > 0) context.stroke()
      yield
      context.beginPath()
      inPath = 0
    }
    if (layer !== painted) isShown = begin(step, streetClass)
    painted = layer
    if (!isShown) continue
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
