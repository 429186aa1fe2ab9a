'use client'

import type L from 'leaflet'
import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { useMap } from 'react-leaflet'
import { resolveColour, useThemeName } from '@/components/map/basemap/flavours'
import { CanvasFrame, CanvasLayer, covers, paddedViewport } from '@/components/map/canvas/canvas-layer'
import type { MapWaits, Streets } from '@/components/map/types'
import { NO_WAY, WAIT_STEPS } from '@/components/map/wait-steps'
import { runInTasks } from '@/lib/browser/time-slicing'
import { paintWaits, type StreetColumns, streetColumns, type WaitLook } from './wait-painter'

/** Streets by the minutes to the nearest suitable vehicle. Can only be used in a descendant of <MapContainer>. */
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

/**
 * Streets in the colours of their waiting times. Painted out of the page's layout, so that a refresh neither blinks nor
 * has the browser show each part of it.
 */
export class WaitLayer extends CanvasLayer {
  readonly #frames: readonly [CanvasFrame, CanvasFrame]
  #shown: 0 | 1 = 0
  #streets: Streets | null = null
  #columns: StreetColumns | null = null
  #steps: Uint8Array | null = null
  #look: WaitLook | null = null
  #cancelPainting: () => void = () => undefined
  #cancelReading: () => void = () => undefined

  constructor() {
    const frames = [new CanvasFrame(), new CanvasFrame()] as const
    super('waits', frames, PANE_LEVEL)
    this.#frames = frames
    for (const { canvas } of frames) {
      canvas.style.opacity = OPACITY
      canvas.hidden = true
    }
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
    const [columns, steps, look] = [this.#columns, this.#steps, this.#look]
    if (!columns || !steps || !look || columns.starts.length !== steps.length + 1) return
    const viewport = paddedViewport(map)
    const next = this.#shown === 0 ? 1 : 0
    const frame = this.#frames[next]
    frame.reset(viewport, map.getPixelOrigin())
    frame.context.setTransform(viewport.pixelRatio, 0, 0, viewport.pixelRatio, 0, 0)
    this.#cancelPainting = runInTasks(
      paintWaits(frame.context, viewport, columns, steps, look),
      TASK_MS,
      () => {
        this.#frames[this.#shown].canvas.hidden = true
        frame.canvas.hidden = false
        this.#shown = next
      },
    )
  }

  protected override stopPainting(): void {
    this.#cancelPainting()
  }

  protected override afterMove(map: L.Map): void {
    if (!covers(this.#frames[this.#shown].drawn, map)) this.schedule()
  }
}

// Names of the map below stay readable.
const OPACITY = '0.85'
