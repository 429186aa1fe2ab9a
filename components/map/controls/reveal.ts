import type L from 'leaflet'
import { type Box, nearestCopy } from '@/components/map/projection'
import type { Covers, Revealed } from '@/components/map/types'

// Pixels between a revealed position and the edge of the map.
const MARGIN = 16

// Pixels around a position: the ring of a selected vehicle, or the pin above its tip.
const sizes: Record<Revealed['kind'], Box> = {
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

export function revealElement(map: L.Map, element: Element, covers: Covers): void {
  moveIntoView(map, [rectOf(element, map)], covers)
}

function moveIntoView(map: L.Map, rects: readonly Box[], covers: Covers): void {
  const container = map.getContainer()
  const { x, y } = map.getSize()
  const frame = { left: MARGIN, top: MARGIN, right: x - MARGIN, bottom: y - MARGIN }
  const over = [...covers(), ...container.querySelectorAll('.leaflet-control')]
    .map((element) => rectOf(element, map))
    .filter(({ left, top, right, bottom }) => right > left && bottom > top)
  const [right, down] = offsetIntoView(rects, frame, over)
  if (right !== 0 || down !== 0) map.panBy([-right, -down])
}

function rectOf(element: Element, map: L.Map): Box {
  const { left, top, right, bottom } = element.getBoundingClientRect()
  const { left: x, top: y } = map.getContainer().getBoundingClientRect()
  return { left: left - x, top: top - y, right: right - x, bottom: bottom - y }
}

/**
 * The shortest move that brings rectangles into a frame and out from under its covers.
 * @param shown most important first: the last ones are given up when they do not fit together
 * @returns how far they have to move, in pixels; [0, 0] when they are in view, or
 * when not even the first fits
 */
export function offsetIntoView(
  shown: readonly Box[],
  frame: Box,
  covers: readonly Box[],
): readonly [number, number] {
  for (let count = shown.length; count > 0; count--) {
    const offset = shortest(shown.slice(0, count), frame, covers)
    if (offset) return offset
  }
  return [0, 0]
}

function shortest(shown: readonly Box[], frame: Box, covers: readonly Box[]) {
  // The shortest move ends at an edge on each axis, or does not move along it.
  const xs = [0]
  const ys = [0]
  for (const { left, top, right, bottom } of shown) {
    xs.push(frame.left - left, frame.right - right)
    ys.push(frame.top - top, frame.bottom - bottom)
    for (const cover of covers) {
      xs.push(cover.right - left, cover.left - right)
      ys.push(cover.bottom - top, cover.top - bottom)
    }
  }
  let best: readonly [number, number] | null = null
  for (const x of xs)
    for (const y of ys)
      if (
        (best === null || Math.hypot(x, y) < Math.hypot(...best)) &&
        shown.every((rect) => isClear(moved(rect, x, y), frame, covers))
      )
        best = [x, y]
  return best
}

// Browsers place elements at fractions of a pixel.
const TOLERANCE = 0.01

function isClear(rect: Box, frame: Box, covers: readonly Box[]): boolean {
  return (
    rect.left >= frame.left - TOLERANCE &&
    rect.top >= frame.top - TOLERANCE &&
    rect.right <= frame.right + TOLERANCE &&
    rect.bottom <= frame.bottom + TOLERANCE &&
    !covers.some((cover) => overlap(rect, cover))
  )
}

function overlap(a: Box, b: Box): boolean {
  return (
    a.left < b.right - TOLERANCE &&
    a.right > b.left + TOLERANCE &&
    a.top < b.bottom - TOLERANCE &&
    a.bottom > b.top + TOLERANCE
  )
}

function moved({ left, top, right, bottom }: Box, x: number, y: number): Box {
  return { left: left + x, top: top + y, right: right + x, bottom: bottom + y }
}
