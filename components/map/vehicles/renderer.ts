import type L from 'leaflet'
import type { CanvasFrame } from '@/components/map/canvas/canvas-frame'
import type { Viewport } from '@/components/map/canvas/viewport'
import { Labels } from '@/components/map/vehicles/labels/labels'
import {
  paintBelowSingles,
  paintNumbers,
  paintSelected,
  paintSingles,
} from '@/components/map/vehicles/paint/painter'
import { PixelPainter } from '@/components/map/vehicles/paint/pixel-painter'
import { type Atlas, createAtlas } from '@/components/map/vehicles/paint/sprites'
import { runInTasks, type Steps } from '@/lib/browser/time-slicing'
import { glides, hasFew, type RenderState } from './render-state'

// Time for a few labels; others appear some frames after their vehicles.
const LABELS_MS = 8

/**
 * Paints render states onto the canvas: few vehicles at once, and in every frame while they glide; many in tasks
 * off the canvas, which they replace when all are painted.
 */
export class Renderer {
  readonly #frame: CanvasFrame
  readonly #pixelPainter = new PixelPainter()
  readonly #labels = new Labels()
  #atlas: Atlas | null = null
  #shown: RenderState | null = null
  #request = 0
  #pending: Viewport | null = null
  #cancelTasks: () => void = () => undefined

  constructor(frame: CanvasFrame) {
    this.#frame = frame
  }

  /** The state on the canvas; null before the first one. */
  get shown(): RenderState | null {
    return this.#shown
  }

  /** The viewport being painted in tasks; null otherwise. */
  get pending(): Viewport | null {
    return this.#pending
  }

  /**
   * @param pixelOrigin the map's, at the moment of painting
   * @param taskMs longest task
   * @param placesLabels false while the map is dragged: those of many vehicles that are placed move along
   */
  show(
    viewport: Viewport,
    state: RenderState,
    pixelOrigin: () => L.Point,
    { taskMs, placesLabels }: { readonly taskMs: number; readonly placesLabels: boolean },
    onShown: () => void,
  ): void {
    this.stop()
    if (this.#atlas?.pixelRatio !== viewport.pixelRatio) this.#atlas = createAtlas(viewport.pixelRatio)
    const atlas = this.#atlas
    const shown = () => {
      this.#shown = state
      onShown()
    }
    if (hasFew(state)) {
      this.#pixelPainter.drop()
      const paint = () => this.#paint(viewport, state, atlas, pixelOrigin, shown)
      this.#labels.retain(state.scene)
      let isPainted = false
      this.#cancelTasks = runInTasks(this.#labels.place(viewport, state), Math.min(LABELS_MS, taskMs), () => {
        if (isPainted) paint()
      })
      paint()
      isPainted = true
      return
    }
    this.#pending = viewport
    const steps = this.#paintMany(atlas, viewport, state, placesLabels)
    this.#cancelTasks = runInTasks(steps, taskMs, () => {
      this.#pending = null
      const { context } = this.#frame
      this.#frame.reset(viewport, pixelOrigin())
      this.#pixelPainter.putOn(context)
      paintBelowSingles(context, atlas, viewport, state, 1)
      paintSelected(context, atlas, viewport, state, 1)
      paintNumbers(context, viewport, state, 1)
      this.#labels.paint(context, viewport, state, 1)
      shown()
    })
  }

  /** Leaves the canvas as it is. */
  stop(): void {
    cancelAnimationFrame(this.#request)
    this.#cancelTasks()
    this.#pending = null
  }

  *#paintMany(atlas: Atlas, viewport: Viewport, state: RenderState, placesLabels: boolean): Steps<void> {
    yield* this.#pixelPainter.paint(atlas, viewport, state)
    if (placesLabels) yield* this.#labels.place(viewport, state)
    else this.#labels.retain(state.scene)
  }

  #paint(
    viewport: Viewport,
    state: RenderState,
    atlas: Atlas,
    pixelOrigin: () => L.Point,
    shown: () => void,
  ): void {
    cancelAnimationFrame(this.#request)
    const progress = glides(state) ? state.motion.progress(performance.now()) : 1
    const { context } = this.#frame
    this.#frame.reset(viewport, pixelOrigin())
    paintBelowSingles(context, atlas, viewport, state, progress)
    paintSingles(context, atlas, viewport, state, progress)
    paintSelected(context, atlas, viewport, state, progress)
    paintNumbers(context, viewport, state, progress)
    this.#labels.paint(context, viewport, state, progress)
    shown()
    if (progress === 1) return
    this.#request = requestAnimationFrame(() => this.#paint(viewport, state, atlas, pixelOrigin, shown))
  }
}
