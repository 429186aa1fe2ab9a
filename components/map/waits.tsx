import type L from 'leaflet'
import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { useMap } from 'react-leaflet'
import { resolveColour, useThemeName } from '@/components/map/basemap/flavours'
import { runInTasks } from '@/lib/vehicles/time-slicing'
import { CanvasLayer, deviceSize, paddedViewport } from './canvas-layer'
import type { MapWaits, Streets } from './types'
import { paintWaits, type StreetColumns, streetColumns, type WaitLook } from './wait-painter'
import { NO_WAY, WAIT_STEPS } from './wait-steps'

/**
 * Streets by the minutes to the nearest suitable vehicle. Can only be used in a
 * descendant of <MapContainer>.
 */
export function Waits({ streets, steps }: MapWaits) {
  const map = useMap()
  const theme = useThemeName()
  const look = useMemo(() => readLook(theme), [theme])
  const [layer] = useState(() => new WaitLayer())
  useEffect(() => {
    layer.addTo(map)
    return () => void layer.remove()
  }, [layer, map])
  useLayoutEffect(() => layer.setWaits(streets, steps, look), [layer, streets, steps, look])
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

/**
 * Streets in the colours of their waiting times, painted beside the page and shown when
 * all are there: no blinking.
 */
class WaitLayer extends CanvasLayer {
  readonly #next = new OffscreenCanvas(1, 1)
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
  setWaits(streets: Streets, steps: Uint8Array, look: WaitLook): void {
    const isSame = this.#look === look && this.#steps?.every((step, n) => step === steps[n])
    this.#look = look
    this.#steps = steps
    if (streets !== this.#streets) {
      this.#streets = streets
      this.#columns = null
      this.#cancelReading()
      this.#cancelReading = runInTasks(streetColumns(streets), TASK_MS, (columns) => {
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
    const next = this.#next
    ;[next.width, next.height] = deviceSize(viewport)
    const context = next.getContext('2d') as OffscreenCanvasRenderingContext2D
    context.scale(viewport.pixelRatio, viewport.pixelRatio)
    const show = () => {
      const shown = this.reset(viewport)
      shown.resetTransform()
      shown.drawImage(next, 0, 0)
    }
    this.paintInTasks(paintWaits(context, viewport, columns, steps, look), TASK_MS, show)
  }
}
