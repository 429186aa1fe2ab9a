import type L from 'leaflet'
import { nearestCopy } from '@/components/map/projection'
import type { Covers, Revealed } from '@/components/map/types'
import { offsetIntoView, type Rect } from './offset-into-view'

// Pixels between a revealed position and the edge of the map.
const MARGIN = 16

// Pixels around a position: the ring of a selected vehicle, or the pin above its tip.
const sizes: Record<Revealed['kind'], Rect> = {
  vehicle: { left: 24, top: 24, right: 24, bottom: 24 },
  pickup: { left: 18, top: 44, right: 18, bottom: 8 },
}

/** Moves the map, if need be, until positions are in view and nothing lies over them. */
export function reveal(map: L.Map, revealed: readonly Revealed[], covers: Covers): void {
  const rects = revealed.map(({ position, kind }) => {
    const { x, y } = map.latLngToContainerPoint(nearestCopy(position, map.getCenter().lng))
    const { left, top, right, bottom } = sizes[kind]
    return { left: x - left, top: y - top, right: x + right, bottom: y + bottom }
  })
  moveIntoView(map, rects, covers)
}

/** As `reveal`, for an element of the map. */
export function revealElement(map: L.Map, element: Element, covers: Covers): void {
  moveIntoView(map, [rectOf(element, map)], covers)
}

function moveIntoView(map: L.Map, rects: readonly Rect[], covers: Covers): void {
  const container = map.getContainer()
  const { x, y } = map.getSize()
  const frame = { left: MARGIN, top: MARGIN, right: x - MARGIN, bottom: y - MARGIN }
  const over = [...covers(), ...container.querySelectorAll('.leaflet-control')]
    .map((element) => rectOf(element, map))
    .filter(({ left, top, right, bottom }) => right > left && bottom > top)
  const [right, down] = offsetIntoView(rects, frame, over)
  if (right !== 0 || down !== 0) map.panBy([-right, -down])
}

function rectOf(element: Element, map: L.Map): Rect {
  const { left, top, right, bottom } = element.getBoundingClientRect()
  const { left: x, top: y } = map.getContainer().getBoundingClientRect()
  return { left: left - x, top: top - y, right: right - x, bottom: bottom - y }
}
