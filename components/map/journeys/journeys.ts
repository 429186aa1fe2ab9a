import type { Viewport } from '@/components/map/canvas/projection'
import {
  type Projection,
  pixelX,
  pixelY,
  positionAt,
  wayX,
  worldX,
  worldY,
} from '@/components/map/canvas/projection'
import type { Journey } from '@/components/map/types'
import type { Position } from '@/lib/interface/resources'
import type { Steps } from '@/lib/scheduling/steps'

/** Journeys in Web Mercator shares of the world, in columns, so that ten thousand are painted quickly. */
export interface JourneyColumns {
  readonly ids: readonly number[]
  readonly fromX: Float64Array
  readonly fromY: Float64Array
  /** From start to end, the shorter way around the world. */
  readonly wayX: Float64Array
  readonly wayY: Float64Array
}

export function columnsOf(journeys: readonly Journey[]): JourneyColumns {
  const fromX = Float64Array.from(journeys, ({ from }) => worldX(from.lng))
  const fromY = Float64Array.from(journeys, ({ from }) => worldY(from.lat))
  return {
    ids: journeys.map(({ id }) => id),
    fromX,
    fromY,
    wayX: Float64Array.from(journeys, ({ to }, n) => wayX(fromX[n] as number, worldX(to.lng))),
    wayY: Float64Array.from(journeys, ({ to }, n) => worldY(to.lat) - (fromY[n] as number)),
  }
}

/** CSS pixels of a journey on a canvas: x and y of its start, then of its end. */
export function endsInPixels(
  { fromX, fromY, wayX: x, wayY: y }: JourneyColumns,
  n: number,
  projection: Projection,
): [number, number, number, number] {
  const startX = pixelX(fromX[n] as number, projection)
  const startY = pixelY(fromY[n] as number, projection)
  const { scale } = projection
  return [startX, startY, startX + (x[n] as number) * scale, startY + (y[n] as number) * scale]
}

/** South-west and north-east corners of some journeys, on one copy of the world; null without journeys. */
export function cornersOf(
  { fromX, fromY, wayX: x, wayY: y }: JourneyColumns,
  start = 0,
  end = fromX.length,
): [Position, Position] | null {
  if (start === end) return null
  const first = fromX[start] as number
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity]
  for (let n = start; n < end; n++) {
    const startX = first + wayX(first, fromX[n] as number)
    const endX = startX + (x[n] as number)
    const startY = fromY[n] as number
    const endY = startY + (y[n] as number)
    left = Math.min(left, startX, endX)
    right = Math.max(right, startX, endX)
    top = Math.min(top, startY, endY)
    bottom = Math.max(bottom, startY, endY)
  }
  return [positionAt(left, bottom), positionAt(right, top)]
}

/** Largest distance of a pointer from a line, in CSS pixels. */
const REACH = 14

/**
 * The journey whose line is nearest to a pixel; of several equally near ones, the one with the nearest end.
 * @returns its index in the columns; null for none within reach
 */
export function journeyAt(
  columns: JourneyColumns,
  projection: Projection,
  x: number,
  y: number,
): number | null {
  let nearest: number | null = null
  let nearestDistance = REACH
  let nearestEnd = Infinity
  for (let n = 0; n < columns.ids.length; n++) {
    const [startX, startY, endX, endY] = endsInPixels(columns, n, projection)
    const distance = distanceToLine(x, y, startX, startY, endX, endY)
    const end = Math.min(Math.hypot(startX - x, startY - y), Math.hypot(endX - x, endY - y))
    if (distance > nearestDistance + SAME_LINE) continue
    if (distance > nearestDistance - SAME_LINE && nearest !== null && end >= nearestEnd) continue
    nearest = n
    nearestDistance = Math.min(nearestDistance, distance)
    nearestEnd = end
  }
  return nearest
}

// A pointer cannot separate lines nearer to each other than this, in CSS pixels.
const SAME_LINE = 2

function distanceToLine(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
  const [dx, dy] = [bx - ax, by - ay]
  const length2 = dx * dx + dy * dy
  const along = length2 === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length2))
  return Math.hypot(x - ax - along * dx, y - ay - along * dy)
}

/** More journeys are painted as thin lines: ten thousand with all their marks take half a second. */
const FEW = 1_000

const JOURNEYS_A_STEP = 50

/** Lines that may cover each other before they are painted more faintly. */
const OPAQUE = 250
const FAINTEST = 0.1

/** Opacity of a line among many: where hundreds cross they add up, and one alone can still be seen. */
export function lineOpacity(count: number): number {
  return Math.max(FAINTEST, Math.min(1, OPAQUE / count))
}

/** Paints lines with a ring at the start and a square at the end; of many journeys, only the end. */
export function* paintJourneys(
  context: CanvasRenderingContext2D,
  { projection, width, height }: Viewport,
  columns: JourneyColumns,
): Steps<void> {
  const count = columns.ids.length
  const isFew = count <= FEW
  const half = isFew ? 2 : 1
  const opacity = lineOpacity(count)
  // Ends stay legible where lines are faint.
  const endOpacity = Math.sqrt(opacity)
  context.lineWidth = isFew ? 1.5 : 1
  context.fillStyle = context.strokeStyle
  for (let n = 0; n < count; n++) {
    if (n > 0 && n % JOURNEYS_A_STEP === 0) yield
    const [startX, startY, endX, endY] = endsInPixels(columns, n, projection)
    if (isOutside(startX, endX, width) || isOutside(startY, endY, height)) continue
    // One path per line: several in one path take far longer, because they might cross.
    context.beginPath()
    context.moveTo(startX, startY)
    context.lineTo(endX, endY)
    context.globalAlpha = opacity
    context.stroke()
    context.globalAlpha = endOpacity
    context.fillRect(endX - half, endY - half, 2 * half, 2 * half)
    if (!isFew) continue
    context.beginPath()
    context.arc(startX, startY, 2, 0, 2 * Math.PI)
    context.stroke()
  }
}

function isOutside(a: number, b: number, size: number): boolean {
  return Math.max(a, b) < 0 || Math.min(a, b) > size
}

const CASING = '#17201c'
const LINE = '#f2b705'

/** Paints the selected journey, its ends marked as on a booking's map. */
export function paintSelected(
  context: CanvasRenderingContext2D,
  { projection }: Viewport,
  columns: JourneyColumns,
  n: number,
): void {
  const [startX, startY, endX, endY] = endsInPixels(columns, n, projection)
  for (const [colour, width] of [
    [CASING, 7],
    [LINE, 4],
  ] as const) {
    context.strokeStyle = colour
    context.lineWidth = width
    context.beginPath()
    context.moveTo(startX, startY)
    context.lineTo(endX, endY)
    context.stroke()
  }
  context.lineWidth = 2
  context.strokeStyle = CASING
  context.font = 'bold 11px sans-serif'
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  for (const [letter, x, y] of [
    ['A', startX, startY],
    ['B', endX, endY],
  ] as const) {
    context.fillStyle = LINE
    context.beginPath()
    if (letter === 'A') context.arc(x, y, 9, 0, 2 * Math.PI)
    else context.rect(x - 8, y - 8, 16, 16)
    context.fill()
    context.stroke()
    context.fillStyle = CASING
    context.fillText(letter, x, y)
  }
}
