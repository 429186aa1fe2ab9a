import { wayX, worldX, worldY } from '@/components/map/mercator'
import { type Projection, pixelX, pixelY } from '@/components/map/projection'
import type { Position } from '@/lib/interface/resources'
import type { MarkColours } from './mark-colours'

/** Pixels between the arrow heads along a trail. */
const ARROW_EVERY = 48

/** A trail's points in CSS pixels, on one copy of the world, so that it does not break at ±180°. */
export function trailPoints(
  trail: readonly Position[],
  projection: Projection,
): [number, number][] {
  const last = trail.at(-1)
  if (!last) return []
  let x = worldX(last.lng)
  let pixel = pixelX(x, projection)
  const points: [number, number][] = []
  for (const { lat, lng } of [...trail].reverse()) {
    const way = wayX(x, worldX(lng))
    x += way
    pixel += way * projection.scale
    points.unshift([pixel, pixelY(worldY(lat), projection)])
  }
  return points
}

/**
 * A line that fades towards its oldest end, with arrow heads in the direction
 * of travel; in CSS pixels.
 */
export function paintTrail(
  context: CanvasRenderingContext2D,
  points: readonly (readonly [number, number])[],
  { line }: MarkColours,
): void {
  context.save()
  context.lineCap = 'round'
  context.lineJoin = 'round'
  for (const [colour, width] of [
    ['rgb(255 255 255 / 0.9)', 6],
    [line, 2.5],
  ] as const) {
    context.strokeStyle = colour
    context.lineWidth = width
    for (let at = 1; at < points.length; at++) {
      context.globalAlpha = freshness(at, points.length)
      context.beginPath()
      context.moveTo(...(points[at - 1] as [number, number]))
      context.lineTo(...(points[at] as [number, number]))
      context.stroke()
    }
  }
  context.fillStyle = line
  context.strokeStyle = '#ffffff'
  context.lineWidth = 1.5
  for (const { x, y, angle, at } of arrowsAlong(points)) {
    context.globalAlpha = freshness(at, points.length)
    context.beginPath()
    for (const [turn, length] of [
      [0, 6.5],
      [2.45, 6],
      [-2.45, 6],
    ] as const)
      context.lineTo(x + Math.cos(angle + turn) * length, y + Math.sin(angle + turn) * length)
    context.closePath()
    context.stroke()
    context.fill()
  }
  context.restore()
}

/** `at`: the point that an arrow leads to. */
function* arrowsAlong(points: readonly (readonly [number, number])[]) {
  let sinceLast = ARROW_EVERY / 2
  for (let at = 1; at < points.length; at++) {
    const [fromX, fromY] = points[at - 1] as [number, number]
    const [toX, toY] = points[at] as [number, number]
    const length = Math.hypot(toX - fromX, toY - fromY)
    for (let along = ARROW_EVERY - sinceLast; along <= length; along += ARROW_EVERY) {
      const share = along / length
      const x = fromX + (toX - fromX) * share
      const y = fromY + (toY - fromY) * share
      yield { x, y, angle: Math.atan2(toY - fromY, toX - fromX), at }
    }
    sinceLast = (sinceLast + length) % ARROW_EVERY
  }
}

function freshness(at: number, count: number): number {
  return 0.15 + (0.75 * at) / (count - 1)
}
