import type { Position } from '@/lib/interface/resources'
import type { Steps } from '@/lib/vehicles/steps'
import { positionAt, wayX, worldX, worldY } from './mercator'
import { type Projection, pixelX, pixelY, type Viewport } from './projection'
import type { Journey } from './types'

/**
 * Web Mercator shares of the world: x and y of its start, then of its end, the
 * shorter way around the world.
 */
function endsOf({ from, to }: Journey): [number, number, number, number] {
  const startX = worldX(from.lng)
  const endX = worldX(to.lng)
  return [startX, worldY(from.lat), startX + wayX(startX, endX), worldY(to.lat)]
}

/** CSS pixels of a journey on a canvas: x and y of its start, then of its end. */
export function endsInPixels(
  journey: Journey,
  projection: Projection,
): [number, number, number, number] {
  const [fromX, fromY, toX, toY] = endsOf(journey)
  const startX = pixelX(fromX, projection)
  return [
    startX,
    pixelY(fromY, projection),
    startX + (toX - fromX) * projection.scale,
    pixelY(toY, projection),
  ]
}

/**
 * South-west and north-east corners of some journeys, on one copy of the
 * world; null without journeys.
 */
export function cornersOf(journeys: readonly Journey[]): [Position, Position] | null {
  let first: number | null = null
  let left = Infinity
  let right = -Infinity
  let top = Infinity
  let bottom = -Infinity
  for (const journey of journeys) {
    const [fromX, fromY, toX, toY] = endsOf(journey)
    first ??= fromX
    const startX = first + wayX(first, fromX)
    const endX = startX + toX - fromX
    left = Math.min(left, startX, endX)
    right = Math.max(right, startX, endX)
    top = Math.min(top, fromY, toY)
    bottom = Math.max(bottom, fromY, toY)
  }
  return first === null ? null : [positionAt(left, bottom), positionAt(right, top)]
}

/** Largest distance of a pointer from a line, in CSS pixels. */
const REACH = 14

/**
 * The journey whose line is nearest to a pixel; of several equally near ones, the
 * one with the nearest end.
 * @returns null for none within reach
 */
export function journeyAt(
  journeys: readonly Journey[],
  projection: Projection,
  x: number,
  y: number,
): Journey | null {
  let nearest: Journey | null = null
  let nearestDistance = REACH
  let nearestEnd = Infinity
  for (const journey of journeys) {
    const [startX, startY, endX, endY] = endsInPixels(journey, projection)
    const distance = distanceToLine(x, y, startX, startY, endX, endY)
    const end = Math.min(Math.hypot(startX - x, startY - y), Math.hypot(endX - x, endY - y))
    if (distance > nearestDistance + SAME_LINE) continue
    if (distance > nearestDistance - SAME_LINE && nearest !== null && end >= nearestEnd) continue
    nearest = journey
    nearestDistance = Math.min(nearestDistance, distance)
    nearestEnd = end
  }
  return nearest
}

// A pointer cannot separate lines nearer to each other than this, in CSS pixels.
const SAME_LINE = 2

function distanceToLine(
  x: number,
  y: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
): number {
  const dx = bx - ax
  const dy = by - ay
  const length2 = dx * dx + dy * dy
  const along =
    length2 === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length2))
  return Math.hypot(x - ax - along * dx, y - ay - along * dy)
}

/**
 * More journeys are painted as thin lines: ten thousand with all their marks take half a second.
 */
const FEW = 1_000

const JOURNEYS_A_STEP = 50

/** Lines that may cover each other before they are painted more faintly. */
const OPAQUE = 250
const FAINTEST = 0.1

/**
 * Opacity of a line among many: where hundreds cross they add up, and one alone can still be seen.
 */
export function lineOpacity(count: number): number {
  return Math.max(FAINTEST, Math.min(1, OPAQUE / count))
}

/**
 * Paints lines with a ring at the start and a square at the end; of many journeys, only the end.
 */
export function* paintJourneys(
  context: CanvasRenderingContext2D,
  { projection, width, height }: Viewport,
  journeys: readonly Journey[],
): Steps<void> {
  const count = journeys.length
  const isFew = count <= FEW
  const half = isFew ? 2 : 1
  const opacity = lineOpacity(count)
  // Ends stay legible where lines are faint.
  const endOpacity = Math.sqrt(opacity)
  context.lineWidth = isFew ? 1.5 : 1
  context.fillStyle = context.strokeStyle
  for (const [n, journey] of journeys.entries()) {
    if (n > 0 && n % JOURNEYS_A_STEP === 0) yield
    const [startX, startY, endX, endY] = endsInPixels(journey, projection)
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
