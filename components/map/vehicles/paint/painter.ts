import { pixelX, pixelY } from '@/components/map/canvas/projection'
import { paintClusters } from '@/components/map/vehicles/clusters/cluster-painter'
import { lookOf, type PaintedSight, type RenderState, seenAt } from '@/components/map/vehicles/render-state'
import { type Atlas, departedNumber, spritePlace } from './sprites'
import { paintTrail, trailPoints } from './trail-painter'

/** What lies under the single vehicles: the trail, the ghosts, the clusters. */
export function paintUnder(
  context: CanvasRenderingContext2D,
  atlas: Atlas,
  { projection, pixelRatio }: PaintedSight,
  picture: RenderState,
  progress: number,
): void {
  const { scene, ghosts, trail, selectedId } = picture
  context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0)
  const points = trailPoints(trail, projection)
  // A trail ends where its vehicle is seen, not where it glides to.
  if (points.length > 0 && scene.selected !== null)
    points[points.length - 1] = seenAt(picture, scene.selected, projection, progress)
  paintTrail(context, points)
  for (const { id, x, y } of ghosts)
    if (id === selectedId) paintSelection(context, pixelX(x, projection), pixelY(y, projection))
  context.resetTransform()
  for (const { x, y, style } of ghosts)
    blit(
      context,
      atlas,
      departedNumber(style),
      pixelX(x, projection) * pixelRatio,
      pixelY(y, projection) * pixelRatio,
    )
  context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0)
  paintClusters(
    context,
    scene.clusters.map((cluster) => ({
      cluster,
      x: pixelX(cluster.x, projection),
      y: pixelY(cluster.y, projection),
    })),
  )
}

export function paintSingles(
  context: CanvasRenderingContext2D,
  atlas: Atlas,
  { projection, pixelRatio }: PaintedSight,
  picture: RenderState,
  progress: number,
): void {
  context.resetTransform()
  for (const index of picture.scene.singles) {
    const [x, y] = seenAt(picture, index, projection, progress)
    blit(context, atlas, lookOf(picture, index), x * pixelRatio, y * pixelRatio)
  }
}

/** The selected vehicle, above all others. */
export function paintSelected(
  context: CanvasRenderingContext2D,
  atlas: Atlas,
  { projection, pixelRatio }: PaintedSight,
  picture: RenderState,
  progress: number,
): void {
  const { selected } = picture.scene
  if (selected === null) return
  const [x, y] = seenAt(picture, selected, projection, progress)
  context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0)
  paintSelection(context, x, y)
  context.resetTransform()
  blit(context, atlas, lookOf(picture, selected), x * pixelRatio, y * pixelRatio)
}

function blit(
  context: CanvasRenderingContext2D,
  { canvas, side }: Atlas,
  number: number,
  x: number,
  y: number,
): void {
  const [left, top] = spritePlace(number, side)
  // Whole pixels: a sprite between pixels is blurred and slow.
  const [toX, toY] = [Math.round(x - side / 2), Math.round(y - side / 2)]
  context.drawImage(canvas, left, top, side, side, toX, toY, side, side)
}

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
