import type L from 'leaflet'
import { CanvasFrame, CanvasLayer, covers, paddedViewport } from '@/components/map/canvas/canvas-layer'
import type { Viewport } from '@/components/map/canvas/projection'
import { runInTasks } from '@/lib/browser/time-slicing'
import { type JourneyColumns, journeyAt, paintJourneys, paintSelected } from './journeys'

// Longest task of painting journeys.
const TASK_MS = 10

/** Journeys on one canvas, the selected one on another above it: a selection repaints one line. */
export class JourneyLayer extends CanvasLayer {
  readonly #all: CanvasFrame
  readonly #top: CanvasFrame
  #columns: JourneyColumns
  #selected: number | null = null
  #cancelTasks: () => void = () => undefined
  #stopWatching: () => void = () => undefined

  constructor(columns: JourneyColumns) {
    const [all, top] = [new CanvasFrame(), new CanvasFrame()]
    super('journeys', [all, top])
    this.#all = all
    this.#top = top
    this.#columns = columns
    // Supplies the theme's colour, read at every painting.
    all.canvas.classList.add('text-accent', 'opacity-70')
  }

  override onAdd(map: L.Map): this {
    this.#stopWatching = watchTheme(() => this.schedule())
    return super.onAdd(map)
  }

  override onRemove(): this {
    this.#stopWatching()
    return super.onRemove()
  }

  setColumns(columns: JourneyColumns): void {
    this.#columns = columns
    this.schedule()
  }

  /** @param id of a journey; an unknown one is not shown */
  setSelected(columns: JourneyColumns, id: number | null): void {
    const n = id === null ? -1 : columns.ids.indexOf(id)
    this.#selected = n < 0 ? null : n
    const { drawn } = this.#top
    if (drawn && !this.isZooming) this.#paintTop(drawn)
  }

  /** The id of the journey at a point of the map's container; null for none within reach. */
  idAt(point: L.Point): number | null {
    const at = this.pointOn(this.#all, point)
    const n = at && journeyAt(this.#columns, at.projection, at.x, at.y)
    return n === null ? null : (this.#columns.ids[n] as number)
  }

  protected override paint(map: L.Map): void {
    this.stopPainting()
    const viewport = paddedViewport(map)
    const context = this.#reset(this.#all, viewport)
    context.strokeStyle = getComputedStyle(this.#all.canvas).color
    this.#cancelTasks = runInTasks(paintJourneys(context, viewport, this.#columns), TASK_MS, () => {})
    this.#paintTop(viewport)
  }

  protected override stopPainting(): void {
    this.#cancelTasks()
  }

  protected override afterMove(map: L.Map): void {
    if (!covers(this.#all.drawn, map)) this.schedule()
  }

  #paintTop(viewport: Viewport): void {
    const context = this.#reset(this.#top, viewport)
    if (this.#selected !== null) paintSelected(context, viewport, this.#columns, this.#selected)
  }

  /** An empty canvas, in CSS pixels. */
  #reset(frame: CanvasFrame, viewport: Viewport): CanvasRenderingContext2D {
    frame.reset(viewport, this._map.getPixelOrigin())
    const { pixelRatio } = viewport
    frame.context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0)
    return frame.context
  }
}

/** Calls back when the theme changes, by the system or by hand. @returns ends it */
function watchTheme(onChange: () => void): () => void {
  const system = window.matchMedia('(prefers-color-scheme: dark)')
  const chosen = new MutationObserver(onChange)
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  system.addEventListener('change', onChange)
  return () => {
    chosen.disconnect()
    system.removeEventListener('change', onChange)
  }
}
