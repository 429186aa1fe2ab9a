import { type Projection, pixelX, pixelY, type Viewport } from '@/components/map/projection'
import { STATUS_STYLES, type StatusStyle } from '@/lib/format/status/status-style'
import { SEMIBOLD, TYPEFACE } from '@/lib/format/typeface'
import type { Cluster } from './clusters'
import type { MarkColours } from './mark-colours'
import type { Pictures } from './pictures'
import { drawnAt, pixelAt, type RenderState } from './scene'
import {
  departedNumber,
  NEAR_ZOOM,
  paintSprite,
  SMALL,
  SPRITE_RADIUS,
  spriteOf,
  styleOf,
} from './sprites'
import { paintTrail, trailPoints } from './trail-painter'

/**
 * Paints the trail, departed vehicles, clusters, the single vehicles, above these the selected one,
 * and the stars of watched ones.
 */
export function paintVehicles(
  context: CanvasRenderingContext2D,
  pictures: Pictures,
  { projection, pixelRatio, zoom }: Viewport,
  state: RenderState,
  progress: number,
): void {
  const { scene, departed, trail, selectedId, nowMs, emphasis, colours } = state
  const { vehicles, clusters, selected } = scene
  const drawSprite = (number: number, [x, y]: readonly [number, number]) =>
    pictures.draw(context, number, SPRITE_RADIUS, paintSprite, x, y)
  context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0)
  const smaller = zoom < NEAR_ZOOM ? SMALL : 0
  const points = trailPoints(trail, projection)
  // A trail ends at the gliding vehicle, not at its destination.
  if (points.length > 0 && selected !== null)
    points[points.length - 1] = drawnAt(state, selected, projection, progress)
  paintTrail(context, points, colours)
  for (const { id, position } of departed)
    if (id === selectedId) paintSelection(context, colours, ...pixelAt(position, projection))
  context.resetTransform()
  for (const { position, status } of departed)
    drawSprite(departedNumber(styleOf(status)) + smaller, pixelAt(position, projection))
  for (const { x, y, count } of clusters) {
    const radius = clusterRadius(count)
    const atX = pixelX(x, projection)
    const atY = pixelY(y, projection)
    pictures.draw(context, `disc of ${radius}`, radius + 1, (on) => paintDisc(on, radius), atX, atY)
  }
  context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0)
  paintShares(context, clusters, projection, colours)
  context.resetTransform()
  for (const slot of scene.singles)
    drawSprite(
      spriteOf(vehicles, slot, nowMs, emphasis?.dimmed[slot] === 1) + smaller,
      drawnAt(state, slot, projection, progress),
    )
  if (selected !== null) {
    const at = drawnAt(state, selected, projection, progress)
    context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0)
    paintSelection(context, colours, ...at)
    context.resetTransform()
    drawSprite(spriteOf(vehicles, selected, nowMs, false), at)
  }
  const drawStar = (on: OffscreenCanvasRenderingContext2D) => paintStar(on, colours)
  for (const slot of scene.starred) {
    const [x, y] = drawnAt(state, slot, projection, progress)
    pictures.draw(context, 'star', STAR_RADIUS + 1, drawStar, x - STAR_OFFSET, y - STAR_OFFSET)
  }
}

/** The star of a watched vehicle, in CSS pixels left of and above it. */
const STAR_OFFSET = 11
const STAR_RADIUS = 7
const STAR_POINTS = 5
const INNER_SHARE = 0.45

function paintStar(context: OffscreenCanvasRenderingContext2D, { star, line }: MarkColours): void {
  context.beginPath()
  for (let corner = 0; corner < 2 * STAR_POINTS; corner++) {
    const radius = corner % 2 === 0 ? STAR_RADIUS : STAR_RADIUS * INNER_SHARE
    const angle = (corner / STAR_POINTS - 0.5) * Math.PI
    context.lineTo(radius * Math.cos(angle), radius * Math.sin(angle))
  }
  context.closePath()
  context.fillStyle = star
  context.fill()
  context.lineWidth = 1.25
  context.lineJoin = 'round'
  context.strokeStyle = line
  context.stroke()
}

/** The disc of a number, in CSS pixels right of and above the vehicle. */
export const NUMBER_OFFSET = 11
export const NUMBER_RADIUS = 8.5

/** The numbers of numbered vehicles, up to the right of each. */
export function paintNumbers(
  context: CanvasRenderingContext2D,
  { projection, pixelRatio }: Viewport,
  state: RenderState,
  progress: number,
): void {
  context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0)
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.font = `${SEMIBOLD} 11px ${TYPEFACE}`
  const { number, onNumber } = state.colours
  // The first ones above the others.
  for (let at = state.scene.numbered.length - 1; at >= 0; at--) {
    const [x, y] = drawnAt(state, state.scene.numbered[at] as number, projection, progress)
    context.beginPath()
    context.arc(x + NUMBER_OFFSET, y - NUMBER_OFFSET, NUMBER_RADIUS, 0, 2 * Math.PI)
    context.fillStyle = number
    context.fill()
    context.lineWidth = 1.5
    context.strokeStyle = onNumber
    context.stroke()
    context.fillStyle = onNumber
    context.fillText(String(at + 1), x + NUMBER_OFFSET, y - NUMBER_OFFSET + 0.5)
  }
}

/** Of the ring with its edges, in CSS pixels. */
export const SELECTION_RADIUS = 21

function paintSelection(
  context: CanvasRenderingContext2D,
  { line, selection }: MarkColours,
  x: number,
  y: number,
): void {
  context.beginPath()
  context.arc(x, y, 18, 0, 2 * Math.PI)
  context.fillStyle = 'rgb(255 255 255 / 0.55)'
  context.fill()
  context.lineWidth = 6
  context.strokeStyle = line
  context.stroke()
  context.lineWidth = 3
  context.strokeStyle = selection
  context.stroke()
}

const RING_WIDTH = 4

/** Radius of a cluster in whole CSS pixels: 3 more for ten times the vehicles. */
export function clusterRadius(count: number): number {
  return Math.round(Math.min(26, 14 + 3 * Math.log10(count)))
}

/** Under a ring and its count; the rim shows it on light ground. */
function paintDisc(context: OffscreenCanvasRenderingContext2D, radius: number): void {
  for (const [reach, colour] of [
    [radius + 1, 'rgb(0 0 0 / 0.5)'],
    [radius, '#ffffff'],
  ] as const) {
    context.beginPath()
    context.arc(0, 0, reach, 0, 2 * Math.PI)
    context.fillStyle = colour
    context.fill()
  }
}

const compact = new Intl.NumberFormat('en-GB', { notation: 'compact', maximumFractionDigits: 1 })

/**
 * How many of a group are free, in a ring of their share; red where none is. Where no status has
 * a known meaning, how many there are.
 */
function paintShares(
  context: CanvasRenderingContext2D,
  clusters: readonly Cluster[],
  projection: Projection,
  { groupText, groupRing, noneFree }: MarkColours,
): void {
  context.lineWidth = RING_WIDTH
  context.font = `${SEMIBOLD} 12px ${TYPEFACE}`
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  const free = STATUS_STYLES[0] as StatusStyle
  for (const cluster of clusters) {
    const x = pixelX(cluster.x, projection)
    const y = pixelY(cluster.y, projection)
    const radius = clusterRadius(cluster.count) - 1 - RING_WIDTH / 2
    const paintArc = (colour: string, share: number) => {
      context.strokeStyle = colour
      context.beginPath()
      context.arc(x, y, radius, -Math.PI / 2, (share * 2 - 0.5) * Math.PI)
      context.stroke()
    }
    const freeCount = cluster.mix[0] as number
    const isKnown = (cluster.mix.at(-1) as number) < cluster.count
    const isNoneFree = isKnown && freeCount === 0
    paintArc(isNoneFree ? noneFree : groupRing, 1)
    if (freeCount > 0) paintArc(free.colour, freeCount / cluster.count)
    context.fillStyle = isNoneFree ? noneFree : groupText
    context.fillText(compact.format(isKnown ? freeCount : cluster.count), x, y + 0.5)
  }
}
