import type L from 'leaflet'
import { CanvasFrame, covers, paddedViewport } from '@/components/map/canvas/canvas-frame'
import { CanvasLayer } from '@/components/map/canvas/canvas-layer'
import type { Emphasis, MapVehicles, OutlinedVehicle } from '@/components/map/types'
import { startTreeWorker } from '@/components/map/vehicles/index/start-tree-worker'
import type { Position } from '@/lib/interface/resources'
import { hitTest } from './hit-test'
import type { LabelSource } from './labels/label-source'
import { type Outline, projectOutlines } from './outlines'
import { type Target, targetOf } from './pointer-target'
import { glides, hasFew } from './render-state'
import { Renderer } from './renderer'
import { composeScene } from './scene'
import { VehicleModel } from './vehicle-model'

// Markers fade over minutes.
const AGEING_STEP_MS = 10_000

// A pan paints at once only the part that it uncovers; the rest, and labels there, once the map is at rest.
const REST_MS = 250

// Longest tasks of painting many vehicles; shorter while the map is dragged and needs its frames.
const TASK_MS = 20
const PAN_TASK_MS = 4

/** All vehicles on one canvas: no element or component for a single one. Never moves the map. */
export class VehicleLayer extends CanvasLayer {
  readonly #frame: CanvasFrame
  readonly #renderer: Renderer
  readonly #model = new VehicleModel(startTreeWorker)
  readonly #reducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)')
  readonly #onPainted: () => void
  #outlines: readonly Outline[] = []
  #trail: readonly Position[] = []
  #selectedId: string | null = null
  #clustering = true
  #emphasis: Emphasis | null = null
  #labels: LabelSource | null = null
  #ageing: ReturnType<typeof setInterval> | undefined
  #rest: ReturnType<typeof setTimeout> | undefined

  /** @param onPainted vehicles may be drawn elsewhere now */
  constructor(onPainted: () => void) {
    const frame = new CanvasFrame()
    super('vehicles', [frame])
    this.#frame = frame
    this.#renderer = new Renderer(frame)
    this.#onPainted = onPainted
  }

  override onAdd(map: L.Map): this {
    this.#ageing = setInterval(() => {
      if (this.#model.updateAges(Date.now())) this.schedule()
    }, AGEING_STEP_MS)
    return super.onAdd(map)
  }

  override onRemove(): this {
    clearInterval(this.#ageing)
    this.#stopRest()
    this.#model.stop()
    return super.onRemove()
  }

  override getEvents(): Record<string, L.LeafletEventHandlerFn> {
    return { ...super.getEvents(), move: () => this.#uncover() }
  }

  /** Vehicles shown before glide to their new positions; in a replay they are where they were. */
  setVehicles(vehicles: MapVehicles): void {
    const glides = !this.#reducedMotion.matches && vehicles.shownAtMs == null
    this.#model.set(vehicles, performance.now(), Date.now(), glides)
    this.schedule()
  }

  setOutlined(vehicles: readonly OutlinedVehicle[]): void {
    this.#outlines = projectOutlines(vehicles)
    this.schedule()
  }

  /** @param trail positions of the selected vehicle, oldest first */
  setTrail(trail: readonly Position[]): void {
    this.#trail = trail
    this.schedule()
  }

  /** Marks a vehicle or an outline, drawn above the others. */
  setSelected(id: string | null): void {
    this.#selectedId = id
    this.schedule()
  }

  setEmphasis(emphasis: Emphasis | null): void {
    this.#emphasis = emphasis
    this.schedule()
  }

  /** @param labels null for none */
  setLabels(labels: LabelSource | null): void {
    this.#labels = labels
    this.schedule()
  }

  setClustering(clustering: boolean): void {
    this.#clustering = clustering
    this.schedule()
  }

  /** The shape within reach of a point of the map's container; null for none. */
  targetAt(point: L.Point): Target | null {
    const state = this.#renderer.shown
    const at = state && this.pointOn(this.#frame, point)
    if (!at) return null
    const progress = glides(state) ? state.motion.progress(performance.now()) : 1
    const hit = hitTest(state, at.projection, progress, at.x, at.y)
    return hit && targetOf(hit, state, this._map.getZoom(), at.corner.add([hit.x, hit.y]))
  }

  protected override paint(map: L.Map, taskMs = TASK_MS): void {
    this.#stopRest()
    const viewport = paddedViewport(map)
    const { columns, ages, index, motion } = this.#model
    const [selectedId, clustering] = [this.#selectedId, this.#clustering]
    const { numbered = [], dimmed = null } = this.#emphasis ?? {}
    const scene = composeScene(columns, index, viewport, { selectedId, clustering, numbered })
    const [outlines, trail, labels] = [this.#outlines, this.#trail, this.#labels]
    const state = { scene, ages, index, motion, outlines, trail, selectedId, dimmed, labels }
    const placesLabels = taskMs !== PAN_TASK_MS || !labels || hasFew(state)
    this.#renderer.show(
      viewport,
      state,
      () => map.getPixelOrigin(),
      { taskMs, placesLabels },
      () => {
        if (!placesLabels) this.#scheduleAtRest()
        this.#onPainted()
      },
    )
  }

  protected override stopPainting(): void {
    this.#renderer.stop()
  }

  protected override afterMove(map: L.Map): void {
    this.#stopRest()
    if (covers(this.#renderer.pending, map)) return
    if (covers(this.#frame.drawn, map)) this.#scheduleAtRest()
    else this.schedule(PAN_TASK_MS)
  }

  #stopRest(): void {
    clearTimeout(this.#rest)
    this.#rest = undefined
  }

  #scheduleAtRest(): void {
    clearTimeout(this.#rest)
    this.#rest = setTimeout(() => {
      this.#rest = undefined
      this.schedule()
    }, REST_MS)
  }

  #uncover(): void {
    if (this.#rest !== undefined) this.#scheduleAtRest()
    const isZooming = this.#frame.drawn?.zoom !== this._map.getZoom()
    if (isZooming || this.#renderer.pending || covers(this.#frame.drawn, this._map)) return
    this.schedule(PAN_TASK_MS)
  }
}
