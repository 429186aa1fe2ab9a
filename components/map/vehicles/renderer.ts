import type L from 'leaflet'
import type { CanvasFrame, ViewportPlan } from '@/components/map/canvas/canvas-frame'
import { inSlices } from '@/components/map/canvas/time-slicing'
import { paintSelected, paintSingles, paintUnder } from '@/components/map/vehicles/paint/painter'
import { PixelPainter } from '@/components/map/vehicles/paint/pixel-painter'
import { type Atlas, createAtlas } from '@/components/map/vehicles/paint/sprites'
import { glides, hasFew, type RenderState } from './render-state'

/**
 * Brings pictures onto the canvas: a small one at once, and again in every frame while it glides; a large one in
 * slices beside the one that is shown, which it replaces when it is done.
 */
export class Renderer {
  readonly #frame: CanvasFrame
  readonly #pixelPainter = new PixelPainter()
  #atlas: Atlas | null = null
  #shown: RenderState | null = null
  #request = 0
  #coming: ViewportPlan | null = null
  #stopSlices: () => void = () => undefined

  constructor(frame: CanvasFrame) {
    this.#frame = frame
  }

  /** What the canvas shows; null before anything. */
  get shown(): RenderState | null {
    return this.#shown
  }

  /** From where the large picture that is on its way is seen; null without one. */
  get coming(): ViewportPlan | null {
    return this.#coming
  }

  /**
   * @param pixelOrigin the map's, at the moment of painting
   * @param sliceMs how long a large picture may keep the page from answering at a time
   */
  show(
    plan: ViewportPlan,
    picture: RenderState,
    pixelOrigin: () => L.Point,
    sliceMs: number,
    onShown: () => void,
  ): void {
    this.stop()
    if (this.#atlas?.pixelRatio !== plan.pixelRatio) this.#atlas = createAtlas(plan.pixelRatio)
    const atlas = this.#atlas
    const shown = () => {
      this.#shown = picture
      onShown()
    }
    if (hasFew(picture)) {
      this.#pixelPainter.drop()
      this.#paint(plan, picture, atlas, pixelOrigin, shown)
      return
    }
    this.#coming = plan
    this.#stopSlices = inSlices(sliceMs, this.#pixelPainter.start(atlas, plan, picture), () => {
      this.#coming = null
      const { context } = this.#frame
      this.#frame.take(plan, pixelOrigin())
      this.#pixelPainter.putOn(context)
      paintUnder(context, atlas, plan, picture, 1)
      paintSelected(context, atlas, plan, picture, 1)
      shown()
    })
  }

  /** Leaves the canvas as it is. */
  stop(): void {
    cancelAnimationFrame(this.#request)
    this.#stopSlices()
    this.#coming = null
  }

  #paint(
    plan: ViewportPlan,
    picture: RenderState,
    atlas: Atlas,
    pixelOrigin: () => L.Point,
    shown: () => void,
  ): void {
    // Frames only while something that is seen moves.
    const progress = glides(picture) ? picture.motion.progress(performance.now()) : 1
    const { context } = this.#frame
    this.#frame.take(plan, pixelOrigin())
    paintUnder(context, atlas, plan, picture, progress)
    paintSingles(context, atlas, plan, picture, progress)
    paintSelected(context, atlas, plan, picture, progress)
    shown()
    if (progress === 1) return
    this.#request = requestAnimationFrame(() => this.#paint(plan, picture, atlas, pixelOrigin, shown))
  }
}
