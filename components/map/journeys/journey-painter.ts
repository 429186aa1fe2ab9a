import type { Viewport } from '@/components/map/canvas/viewport'
import type { Steps } from '@/lib/browser/time-slicing'
import { endsInPixels, type JourneyColumns } from './journeys'

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
