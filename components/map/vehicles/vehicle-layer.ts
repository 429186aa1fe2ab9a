import type L from 'leaflet'
import { CanvasLayer, paddedViewport } from '@/components/map/canvas-layer'
import type { Viewport } from '@/components/map/projection'
import { type Hit, hitTest } from './hit-test'
import { Labels } from './labels'
import { readMarkColours } from './mark-colours'
import { Motion } from './motion'
import { paintNumbers, paintVehicles } from './painter'
import { Pictures } from './pictures'
import { composeScene, glides, type RenderState, type Shown } from './scene'

// Markers fade over minutes.
const AGEING_STEP_MS = 10_000

/** A shape, and its point of the map's container. */
export type Target = Hit & { readonly point: L.Point }

/** All vehicles on one canvas: no element or component for a single one. Never moves the map. */
export class VehicleLayer extends CanvasLayer {
  readonly #motion = new Motion()
  readonly #names = new Labels()
  /** Same in every theme. */
  readonly #colours = readMarkColours()
  readonly #reducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)')
  readonly #onPainted: (isCrowded: boolean) => void
  #pictures: Pictures | null = null
  #shown: Shown | null = null
  #painted: RenderState | null = null
  #ageing: ReturnType<typeof setInterval> | undefined
  #glide = 0

  /**
   * @param onPainted vehicles may be drawn elsewhere now, or clustered because there are too many
   */
  constructor(onPainted: (isCrowded: boolean) => void) {
    super('vehicles')
    this.#onPainted = onPainted
  }

  override onAdd(map: L.Map): this {
    this.#ageing = setInterval(() => this.schedule(), AGEING_STEP_MS)
    return super.onAdd(map)
  }

  override onRemove(): this {
    clearInterval(this.#ageing)
    return super.onRemove()
  }

  override getEvents(): Record<string, L.LeafletEventHandlerFn> {
    return { ...super.getEvents(), move: () => this.paintUncovered() }
  }

  /** Vehicles shown before glide to their new positions; in a replay they are where they were. */
  show(shown: Shown): void {
    const { vehicles } = shown
    if (vehicles !== this.#shown?.vehicles) {
      const isGliding = !this.#reducedMotion.matches && vehicles.shownAtMs == null
      this.#motion.set(vehicles.table, performance.now(), isGliding)
    }
    this.#shown = shown
    this.schedule()
  }

  /**
   * The shape within reach of a point of the map's container, and its own
   * point there; null for none.
   */
  targetAt(point: L.Point): Target | null {
    const state = this.#painted
    const at = state && this.pointOn(point)
    const hit = at && hitTest(state, at.projection, progressOf(state), at.x, at.y)
    return hit && { ...hit, point: at.corner.add([hit.x, hit.y]) }
  }

  protected override paint(map: L.Map): void {
    this.stopPainting()
    const shown = this.#shown
    if (!shown) return
    const viewport = paddedViewport(map)
    if (this.#pictures?.pixelRatio !== viewport.pixelRatio)
      this.#pictures = new Pictures(viewport.pixelRatio)
    const scene = composeScene(shown, viewport)
    const colours = this.#colours
    const state = { ...shown, scene, nowMs: Date.now(), motion: this.#motion, colours }
    this.#painted = state
    this.#names.place(viewport, state)
    this.#draw(viewport, this.#pictures, state)
  }

  protected override stopPainting(): void {
    cancelAnimationFrame(this.#glide)
  }

  /** Draws again in every frame while vehicles glide. */
  #draw(viewport: Viewport, pictures: Pictures, state: RenderState): void {
    const progress = progressOf(state)
    const context = this.reset(viewport)
    paintVehicles(context, pictures, viewport, state, progress)
    paintNumbers(context, viewport, state, progress)
    this.#names.paint(context, viewport, state, progress)
    this.#onPainted(state.scene.isCrowded)
    if (progress < 1)
      this.#glide = requestAnimationFrame(() => this.#draw(viewport, pictures, state))
  }
}

/** Of the glide; 1 where nothing is drawn on its way. */
function progressOf(state: RenderState): number {
  return glides(state) ? state.motion.progress(performance.now()) : 1
}
