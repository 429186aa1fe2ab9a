import type L from 'leaflet'
import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { useMap } from 'react-leaflet'
import { resolveColour, useThemeName } from '@/components/map/theme'
import type { Steps } from '@/lib/vehicles/steps'
import { runInTasks } from '@/lib/vehicles/time-slicing'
import { CanvasLayer, deviceSize, paddedViewport } from './canvas-layer'
import type { Viewport } from './projection'
import type { MapWaits, Streets } from './types'
import {
  paintTint,
  paintWaits,
  type StreetColumns,
  streetColumns,
  type WaitLook,
} from './wait-painter'
import { NO_WAY, WAIT_STEPS } from './wait-steps'

/**
 * Streets by the minutes to the nearest suitable vehicle. Can only be used in a
 * descendant of <MapContainer>.
 */
export function Waits(waits: MapWaits) {
  const { streets, classes, steps } = waits
  const map = useMap()
  const theme = useThemeName()
  const look = useMemo(() => readLook(theme), [theme])
  const [layer] = useState(() => new WaitLayer())
  useEffect(() => {
    layer.addTo(map)
    return () => void layer.remove()
  }, [layer, map])
  useLayoutEffect(
    () => layer.setWaits(streets, classes, steps, look),
    [layer, streets, classes, steps, look],
  )
  return null
}

function readLook(theme: string): WaitLook {
  return {
    colours: [...WAIT_STEPS, NO_WAY].map(({ colour }) => resolveColour(colour)),
    isForced: theme !== 'light' && theme !== 'dark',
  }
}

// Longest task, of which the browser paints as much again.
const TASK_MS = 6

/** Under the search circle. */
const PANE_LEVEL = '380'

// Names of the map below stay readable.
const OPACITY = '0.85'
const TINT_OPACITY = 0.32
/** Of the tint, whose edges are soft thereby and which costs little. */
const TINT_RESOLUTION = 1 / 8

/**
 * Streets in the colours of their waiting times, painted beside the page and shown when
 * all are there: no blinking.
 */
class WaitLayer extends CanvasLayer {
  readonly #lines = new OffscreenCanvas(1, 1)
  readonly #tint = new OffscreenCanvas(1, 1)
  #streets: Streets | null = null
  #columns: StreetColumns | null = null
  #steps: Uint8Array | null = null
  #look: WaitLook | null = null
  #cancelReading: () => void = () => undefined

  constructor() {
    super('waits', PANE_LEVEL)
    this.canvas.style.opacity = OPACITY
  }

  override onRemove(): this {
    this.#cancelReading()
    return super.onRemove()
  }

  /** @param steps of each street, as `waitStepOf` gives them */
  setWaits(streets: Streets, classes: readonly number[], steps: Uint8Array, look: WaitLook): void {
    const isSame = this.#look === look && this.#steps?.every((step, n) => step === steps[n])
    this.#look = look
    this.#steps = steps
    if (streets !== this.#streets) {
      this.#streets = streets
      this.#columns = null
      this.#cancelReading()
      this.#cancelReading = runInTasks(streetColumns(streets, classes), TASK_MS, (columns) => {
        this.#columns = columns
        this.schedule()
      })
    } else if (!isSame) this.schedule()
  }

  protected override paint(map: L.Map): void {
    this.stopPainting()
    const columns = this.#columns
    const steps = this.#steps
    const look = this.#look
    if (!columns || !steps || !look || columns.starts.length !== steps.length + 1) return
    const viewport = paddedViewport(map)
    const [width, height] = deviceSize(viewport)
    const lines = cleared(this.#lines, width, height, viewport.pixelRatio)
    const tintRatio = viewport.pixelRatio * TINT_RESOLUTION
    const tint = cleared(this.#tint, width * TINT_RESOLUTION, height * TINT_RESOLUTION, tintRatio)
    const show = () => {
      const shown = this.reset(viewport)
      shown.resetTransform()
      shown.globalAlpha = TINT_OPACITY
      shown.drawImage(this.#tint, 0, 0, width, height)
      shown.globalAlpha = 1
      shown.drawImage(this.#lines, 0, 0)
    }
    const paintAll = paintTintAndLines(tint, lines, viewport, columns, steps, look)
    this.paintInTasks(paintAll, TASK_MS, show)
  }
}

function* paintTintAndLines(
  tint: OffscreenCanvasRenderingContext2D,
  lines: OffscreenCanvasRenderingContext2D,
  viewport: Viewport,
  columns: StreetColumns,
  steps: Uint8Array,
  look: WaitLook,
): Steps<void> {
  if (!look.isForced) yield* paintTint(tint, viewport, columns, steps, look)
  yield* paintWaits(lines, viewport, columns, steps, look)
}

/** Empty, in CSS pixels. */
function cleared(
  canvas: OffscreenCanvas,
  width: number,
  height: number,
  pixelRatio: number,
): OffscreenCanvasRenderingContext2D {
  canvas.width = Math.ceil(width)
  canvas.height = Math.ceil(height)
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
  context.scale(pixelRatio, pixelRatio)
  return context
}
