/** A rectangle in pixels of the map's container. */
export interface Rect {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/**
 * The shortest move that brings rectangles into a frame and out from under its covers.
 * @param shown most important first: the last ones are given up when they do not fit together
 * @returns how far they have to move, in pixels; [0, 0] when they are in view, or when not even the first fits
 */
export function offsetIntoView(
  shown: readonly Rect[],
  frame: Rect,
  covers: readonly Rect[],
): readonly [number, number] {
  for (let count = shown.length; count > 0; count--) {
    const offset = shortest(shown.slice(0, count), frame, covers)
    if (offset) return offset
  }
  return [0, 0]
}

function shortest(shown: readonly Rect[], frame: Rect, covers: readonly Rect[]) {
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

function isClear(rect: Rect, frame: Rect, covers: readonly Rect[]): boolean {
  return (
    rect.left >= frame.left - TOLERANCE &&
    rect.top >= frame.top - TOLERANCE &&
    rect.right <= frame.right + TOLERANCE &&
    rect.bottom <= frame.bottom + TOLERANCE &&
    !covers.some((cover) => overlap(rect, cover))
  )
}

function overlap(a: Rect, b: Rect): boolean {
  return (
    a.left < b.right - TOLERANCE &&
    a.right > b.left + TOLERANCE &&
    a.top < b.bottom - TOLERANCE &&
    a.bottom > b.top + TOLERANCE
  )
}

function moved({ left, top, right, bottom }: Rect, x: number, y: number): Rect {
  return { left: left + x, top: top + y, right: right + x, bottom: bottom + y }
}
