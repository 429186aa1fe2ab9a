import { type Projection, pixelX, pixelY } from '@/components/map/canvas/viewport'
import { clusterRadius } from '@/components/map/vehicles/clusters/cluster-painter'
import { NUMBER_OFFSET, NUMBER_RADIUS, SELECTION_RADIUS } from '@/components/map/vehicles/paint/painter'
import type { RenderState } from '@/components/map/vehicles/render-state'
import { DIRECTIONS, NO_DIRECTION } from '@/components/map/vehicles/vehicle-columns'
import type { Steps } from '@/lib/browser/time-slicing'
import type { Occupancy } from './occupancy'

/** Half the side of a vehicle's shape with its edges, in CSS pixels. */
export const MARK_REACH = 10

// The arrow head of a direction, from the middle of the shape.
const ARROW_AT = 11
const ARROW_REACH = 5

const arrows = Array.from({ length: DIRECTIONS }, (_, direction) => {
  const angle = (direction * 2 * Math.PI) / DIRECTIONS
  return { x: Math.round(Math.sin(angle) * ARROW_AT), y: Math.round(-Math.cos(angle) * ARROW_AT) }
})

const MARKS_A_STEP = 1000

/** Takes everything on the canvas that labels leave free. */
export function* takeMarks(
  occupancy: Occupancy,
  { scene, outlines }: Pick<RenderState, 'scene' | 'outlines'>,
  projection: Projection,
): Steps<void> {
  const { columns, singles, clusters, selected, numbered } = scene
  const xOf = (slot: number) => Math.round(pixelX(columns.x[slot] as number, projection))
  const yOf = (slot: number) => Math.round(pixelY(columns.y[slot] as number, projection))
  const take = (x: number, y: number, reach: number) =>
    occupancy.take(x - reach, y - reach, 2 * reach, 2 * reach)
  const takeAt = (x: number, y: number, reach: number) =>
    take(Math.round(pixelX(x, projection)), Math.round(pixelY(y, projection)), reach)
  if (selected !== null) take(xOf(selected), yOf(selected), SELECTION_RADIUS)
  for (const slot of numbered)
    take(xOf(slot) + NUMBER_OFFSET, yOf(slot) - NUMBER_OFFSET, Math.ceil(NUMBER_RADIUS) + 1)
  for (const { x, y, count } of clusters) takeAt(x, y, Math.ceil(clusterRadius(count)) + 1)
  for (const { x, y } of outlines) takeAt(x, y, MARK_REACH)
  for (let at = 0; at < singles.length; at++) {
    const slot = singles[at] as number
    const x = xOf(slot)
    const y = yOf(slot)
    take(x, y, MARK_REACH)
    const direction = columns.directions[slot] as number
    if (direction !== NO_DIRECTION) {
      const arrow = arrows[direction] as (typeof arrows)[number]
      take(x + arrow.x, y + arrow.y, ARROW_REACH)
    }
    if (at % MARKS_A_STEP === 0) yield
  }
}
