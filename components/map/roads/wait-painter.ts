import { pixelX, pixelY, type Viewport, visibleBox } from '@/components/map/canvas/viewport'
import { NO_WAY, WAIT_STEPS } from '@/components/map/wait-steps'
import type { Steps } from '@/lib/browser/time-slicing'
import { reachesInto, type StreetColumns } from './street-columns'

/** Colours of the steps and of streets without a way, as a canvas takes them. */
export interface WaitLook {
  readonly colours: readonly string[]
  /** Colours are the system's: steps differ by their dashes as well. */
  readonly isForced: boolean
}

/** Of one path: more might cross, which takes far longer. */
const STREETS_A_PATH = 30

const ALL = [...WAIT_STEPS, NO_WAY]

/** Width of a line at street level, by zoom. */
function widthAt(zoom: number): number {
  return Math.max(0.6, Math.min(1.8, 1 + (zoom - 14.5) * 0.2))
}

/** Streets in the order of their steps: those with the longest wait lie above the others. */
export function orderByStep(steps: Uint8Array): Uint32Array {
  const ends = new Uint32Array(ALL.length + 1)
  for (const step of steps) ends[step + 1] = (ends[step + 1] as number) + 1
  for (let n = 1; n < ends.length; n++) ends[n] = (ends[n] as number) + (ends[n - 1] as number)
  const order = new Uint32Array(steps.length)
  for (let n = 0; n < steps.length; n++) {
    const step = steps[n] as number
    order[ends[step] as number] = n
    ends[step] = (ends[step] as number) + 1
  }
  return order
}

/** Paints the streets that a viewport shows. @param steps of each street */
export function* paintWaits(
  context: CanvasRenderingContext2D,
  viewport: Viewport,
  columns: StreetColumns,
  steps: Uint8Array,
  { colours, isForced }: WaitLook,
): Steps<void> {
  const { projection, zoom } = viewport
  const box = visibleBox(viewport, 8)
  const { starts, x, y } = columns
  const width = widthAt(zoom)
  context.lineJoin = 'round'
  context.lineCap = zoom < 14 ? 'butt' : 'round'
  let [painted, inPath] = [-1, 0]
  for (const n of orderByStep(steps)) {
    if (!reachesInto(columns, n, box)) continue
    const step = steps[n] as number
    if (step !== painted || inPath === STREETS_A_PATH) {
      if (inPath > 0) context.stroke()
      yield
      context.beginPath()
      inPath = 0
    }
    if (step !== painted) {
      const { width: base, dash } = ALL[step] ?? NO_WAY
      context.strokeStyle = colours[step] ?? ''
      context.lineWidth = base * width
      context.setLineDash(isForced || step === WAIT_STEPS.length ? [...dash] : [])
      painted = step
    }
    const end = starts[n + 1] as number
    for (let at = starts[n] as number; at < end; at++) {
      const [px, py] = [pixelX(x[at] as number, projection), pixelY(y[at] as number, projection)]
      if (at === starts[n]) context.moveTo(px, py)
      else context.lineTo(px, py)
    }
    inPath++
  }
  if (inPath > 0) context.stroke()
}
