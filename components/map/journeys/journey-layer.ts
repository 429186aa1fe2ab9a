import type L from 'leaflet'
import { CanvasFrame, CanvasLayer, covers, paddedViewport } from '@/components/map/canvas/canvas-layer'
import type { Viewport } from '@/components/map/canvas/projection'
import type { Journey } from '@/components/map/types'
import { runInTasks } from '@/lib/browser/time-slicing'
import { journeyAt, paintJourneys, paintSelected } from './journeys'

// Longest task of painting journeys.
const TASK_MS = 10

/** Journeys on one canvas, the selected one on another above it: a selection repaints one line. */
export class JourneyLayer extends CanvasLayer {
  readonly #all: CanvasFrame
  readonly #top: CanvasFrame
  #journeys: readonly Journey[] = []
  #selectedId: number | null = null
  #cancelTasks: () => void = () => undefined

  constructor() {
    const [all, top] = [new CanvasFrame(), new CanvasFrame()]
    super('journeys', [all, top])
    this.#all = all
    this.#top = top
    // Supplies the theme's colour.
    all.canvas.classList.add('text-accent', 'opacity-70')
  }

  /** Also after a change of the theme, whose colour is read at every painting. */
  setJourneys(journeys: readonly Journey[]): void {
    this.#journeys = journeys
    this.schedule()
  }

  /** @param id of a journey; an unknown one is not shown */
  setSelected(id: number | null): void {
    this.#selectedId = id
    const { drawn } = this.#top
    if (drawn && !this.isZooming) this.#paintTop(drawn)
  }

  /** The id of the journey at a point of the map's container; null for none within reach. */
  idAt(point: L.Point): number | null {
    const at = this.pointOn(this.#all, point)
    return (at && journeyAt(this.#journeys, at.projection, at.x, at.y)?.id) ?? null
  }

  protected override paint(map: L.Map): void {
    this.stopPainting()
    const viewport = paddedViewport(map)
    const context = this.#reset(this.#all, viewport)
    context.strokeStyle = getComputedStyle(this.#all.canvas).color
    this.#cancelTasks = runInTasks(paintJourneys(context, viewport, this.#journeys), TASK_MS, () => {})
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
    const selected = this.#journeys.find(({ id }) => id === this.#selectedId)
    if (selected) paintSelected(context, viewport, selected)
  }

  /** An empty canvas, in CSS pixels. */
  #reset(frame: CanvasFrame, viewport: Viewport): CanvasRenderingContext2D {
    frame.reset(viewport, this._map.getPixelOrigin())
    const { pixelRatio } = viewport
    frame.context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0)
    return frame.context
  }
}
