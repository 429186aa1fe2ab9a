import { pixelX, pixelY, type Viewport } from '@/components/map/projection'
import { STATUS_STYLES } from '@/lib/format/status/status-style'
import type { Cluster } from './clusters'
import { drawnAt, pixelAt, type RenderState } from './scene'
import { type Atlas, outlineNumber, spriteCorner, spriteOf, styleOf } from './sprites'
import { paintTrail, trailPoints } from './trail-painter'

/** Paints the trail, the outlines, the clusters, the single vehicles and above all the selected one. */
export function paintVehicles(
  context: CanvasRenderingContext2D,
  atlas: Atlas,
  { projection, pixelRatio }: Viewport,
  state: RenderState,
  progress: number,
): void {
  const { scene, outlined, trail, selectedId, emphasis, nowMs } = state
  const { vehicles } = scene
  context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0)
  const points = trailPoints(trail, projection)
  // A trail ends at the gliding vehicle, not at its destination.
  if (points.length > 0 && scene.selected !== null)
    points[points.length - 1] = drawnAt(state, scene.selected, projection, progress)
  paintTrail(context, points)
  for (const { id, position } of outlined)
    if (id === selectedId) paintSelection(context, ...pixelAt(position, projection))
  context.resetTransform()
  for (const { position, status } of outlined) {
    const [x, y] = pixelAt(position, projection)
    blit(context, atlas, outlineNumber(styleOf(status)), x * pixelRatio, y * pixelRatio)
  }
  context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0)
  paintClusters(
    context,
    scene.clusters.map((cluster) => ({
      cluster,
      x: pixelX(cluster.x, projection),
      y: pixelY(cluster.y, projection),
    })),
  )
  context.resetTransform()
  for (const slot of scene.singles) {
    const [x, y] = drawnAt(state, slot, projection, progress)
    const sprite = spriteOf(vehicles, slot, nowMs, emphasis?.dimmed[slot] === 1)
    blit(context, atlas, sprite, x * pixelRatio, y * pixelRatio)
  }
  if (scene.selected === null) return
  const [x, y] = drawnAt(state, scene.selected, projection, progress)
  context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0)
  paintSelection(context, x, y)
  context.resetTransform()
  const sprite = spriteOf(vehicles, scene.selected, nowMs, false)
  blit(context, atlas, sprite, x * pixelRatio, y * pixelRatio)
}

// As of the pick-up pin, on white.
const NUMBER_COLOUR = '#7a1fa2'
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
  context.font = '700 11px system-ui, sans-serif'
  // The first ones above the others.
  for (let at = state.scene.numbered.length - 1; at >= 0; at--) {
    const [x, y] = drawnAt(state, state.scene.numbered[at] as number, projection, progress)
    context.beginPath()
    context.arc(x + NUMBER_OFFSET, y - NUMBER_OFFSET, NUMBER_RADIUS, 0, 2 * Math.PI)
    context.fillStyle = NUMBER_COLOUR
    context.fill()
    context.lineWidth = 1.5
    context.strokeStyle = '#ffffff'
    context.stroke()
    context.fillStyle = '#ffffff'
    context.fillText(String(at + 1), x + NUMBER_OFFSET, y - NUMBER_OFFSET + 0.5)
  }
}

function blit(
  context: CanvasRenderingContext2D,
  { canvas, side }: Atlas,
  number: number,
  x: number,
  y: number,
): void {
  const [left, top] = spriteCorner(number, side)
  // Between whole pixels a sprite is blurred and slow.
  const [toX, toY] = [Math.round(x - side / 2), Math.round(y - side / 2)]
  context.drawImage(canvas, left, top, side, side, toX, toY, side, side)
}

/** Of the ring with its edges, in CSS pixels. */
export const SELECTION_RADIUS = 21

function paintSelection(context: CanvasRenderingContext2D, x: number, y: number): void {
  context.beginPath()
  context.arc(x, y, 18, 0, 2 * Math.PI)
  context.fillStyle = 'rgb(255 255 255 / 0.55)'
  context.fill()
  context.lineWidth = 6
  context.strokeStyle = '#10201a'
  context.stroke()
  context.lineWidth = 3
  context.strokeStyle = '#f2b705'
  context.stroke()
}

const compact = new Intl.NumberFormat('en-GB', { notation: 'compact', maximumFractionDigits: 1 })

const RING_WIDTH = 5

/** Radius of a cluster in CSS pixels: 3 more for ten times the vehicles. */
export function clusterRadius(count: number): number {
  return Math.min(26, 14 + 3 * Math.log10(count))
}

/** A cluster and its centre in CSS pixels. */
interface PlacedCluster {
  readonly cluster: Cluster
  readonly x: number
  readonly y: number
}

/**
 * Counts inside rings whose arcs are the shares of the statuses. One path per arc: hundreds in one path take twice
 * as long, because they might cross.
 */
function paintClusters(context: CanvasRenderingContext2D, clusters: readonly PlacedCluster[]): void {
  paintDiscs(context, clusters, 1, 'rgb(0 0 0 / 0.5)')
  paintDiscs(context, clusters, 0, '#ffffff')
  context.lineWidth = RING_WIDTH
  STATUS_STYLES.forEach(({ colour }, style) => {
    context.strokeStyle = colour
    for (const { cluster, x, y } of clusters) {
      const share = cluster.mix[style] as number
      if (share === 0) continue
      const from = -Math.PI / 2 + (2 * Math.PI * sum(cluster.mix, style)) / cluster.count
      const radius = clusterRadius(cluster.count) - 1 - RING_WIDTH / 2
      context.beginPath()
      context.arc(x, y, radius, from, from + (2 * Math.PI * share) / cluster.count)
      context.stroke()
    }
  })
  context.font = '600 11px system-ui, sans-serif'
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillStyle = '#17201c'
  for (const { cluster, x, y } of clusters) context.fillText(compact.format(cluster.count), x, y + 0.5)
}

function paintDiscs(
  context: CanvasRenderingContext2D,
  clusters: readonly PlacedCluster[],
  wider: number,
  colour: string,
): void {
  context.fillStyle = colour
  for (const { cluster, x, y } of clusters) {
    context.beginPath()
    context.arc(x, y, clusterRadius(cluster.count) + wider, 0, 2 * Math.PI)
    context.fill()
  }
}

function sum(mix: readonly number[], before: number): number {
  let total = 0
  for (let style = 0; style < before; style++) total += mix[style] as number
  return total
}
