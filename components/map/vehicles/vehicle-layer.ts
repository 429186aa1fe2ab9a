import L from 'leaflet'
import { CanvasFrame, covers } from '@/components/map/canvas/canvas-frame'
import { watchPixelRatio } from '@/components/map/canvas/pixel-ratio'
import type { MapDeparted, MapVehicles } from '@/components/map/types'
import { startTreeWorker } from '@/components/map/vehicles/index/start-tree-worker'
import type { Position } from '@/lib/interface/resources'
import { type PlacedDeparted, projectDeparted } from './departed-vehicles'
import { hitTest } from './hit-test'
import { type Target, targetOf } from './pointer-target'
import { glides } from './render-state'
import { Renderer } from './renderer'
import { composeScene } from './scene'
import { VehicleModel } from './vehicle-model'

// A marker's fading is told in minutes: looking again every ten seconds is enough.
const AGEING_STEP_MS = 10_000

// A pan draws at once only what it uncovers; the rest when the map has come to rest.
const REST_MS = 250

// A large picture is painted in slices: shorter ones for a map that is dragged and wants its frames.
const SLICE_MS = 20
const SLICE_OF_A_PAN_MS = 4

/**
 * All vehicles on one canvas. React only hands over what there is; no element or component stands for a single one.
 * Nothing in here moves the map.
 */
export class VehicleLayer extends L.Layer {
  readonly #frame = new CanvasFrame()
  readonly #presentation = new Renderer(this.#frame)
  readonly #fleet = new VehicleModel(startTreeWorker)
  readonly #reducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)')
  readonly #onPainted: () => void
  #ghosts: readonly PlacedDeparted[] = []
  #trail: readonly Position[] = []
  #selectedId: string | null = null
  #clustering = true
  #isZooming = false
  #request = 0
  #stopWatching: (() => void) | undefined
  #ageing: ReturnType<typeof setInterval> | undefined
  #rest: ReturnType<typeof setTimeout> | undefined

  /** @param onPainted something may stand elsewhere now */
  constructor(onPainted: () => void) {
    super()
    this.#onPainted = onPainted
  }

  override onAdd(map: L.Map): this {
    const pane = map.getPane('vehicles') ?? map.createPane('vehicles')
    // Above the search circle, below the handles to drag.
    pane.style.zIndex = '450'
    pane.appendChild(this.#frame.canvas)
    this.#ageing = setInterval(() => {
      if (this.#fleet.grow(Date.now())) this.#schedule()
    }, AGEING_STEP_MS)
    this.#stopWatching = watchPixelRatio(() => this.#schedule())
    this.#schedule()
    return this
  }

  override onRemove(): this {
    cancelAnimationFrame(this.#request)
    clearInterval(this.#ageing)
    clearTimeout(this.#rest)
    this.#stopWatching?.()
    this.#presentation.stop()
    this.#fleet.stop()
    this.#frame.canvas.remove()
    return this
  }

  override getEvents(): Record<string, L.LeafletEventHandlerFn> {
    const follow = () => this.#frame.follow(this._map.getPixelOrigin(), this._map.getZoom())
    return {
      viewreset: follow,
      zoom: follow,
      zoomanim: (event) => this.#followZoom(event as L.ZoomAnimEvent),
      zoomstart: () => {
        // What is under way is for the zoom that is left; painted now, it would undo the canvas' own scaling.
        this.#isZooming = true
        this.#presentation.stop()
      },
      zoomend: () => {
        this.#isZooming = false
        this.#schedule()
      },
      move: () => this.#uncover(),
      moveend: () => this.#settle(),
      resize: () => this.#schedule(),
    }
  }

  /** Shows these vehicles; those that were shown before glide to their new positions. */
  setVehicles(vehicles: MapVehicles): void {
    this.#fleet.set(vehicles, performance.now(), Date.now(), !this.#reducedMotion.matches)
    this.#schedule()
  }

  setGhosts(ghosts: readonly MapDeparted[]): void {
    this.#ghosts = projectDeparted(ghosts)
    this.#schedule()
  }

  /** Where the selected vehicle was seen, oldest first. */
  setTrail(trail: readonly Position[]): void {
    this.#trail = trail
    this.#schedule()
  }

  /** Marks one vehicle or ghost, drawn above the others. */
  setSelected(id: string | null): void {
    this.#selectedId = id
    this.#schedule()
  }

  setClustering(clustering: boolean): void {
    this.#clustering = clustering
    this.#schedule()
  }

  /** What is drawn at a point of the map's container, if something is within reach. */
  targetAt(point: L.Point): Target | null {
    const { drawn } = this.#frame
    const picture = this.#presentation.shown
    if (!picture || drawn?.zoom !== this._map.getZoom()) return null
    const corner = this._map.layerPointToContainerPoint(this.#frame.corner(this._map.getPixelOrigin()))
    const { x, y } = point.subtract(corner)
    const progress = glides(picture) ? picture.motion.progress(performance.now()) : 1
    const hit = hitTest(picture, drawn.projection, progress, x, y)
    return hit && targetOf(hit, picture, drawn.zoom, corner.add([hit.x, hit.y]))
  }

  /** However much changes at once, it is drawn once. */
  #schedule(sliceMs = SLICE_MS): void {
    cancelAnimationFrame(this.#request)
    this.#request = requestAnimationFrame(() => this.#draw(sliceMs))
  }

  #draw(sliceMs: number): void {
    const map: L.Map | null = this._map
    if (!map || this.#isZooming) return
    clearTimeout(this.#rest)
    const plan = this.#frame.plan(map)
    const { columns, ages, places, motion } = this.#fleet
    const [selectedId, clustering] = [this.#selectedId, this.#clustering]
    const scene = composeScene(columns, places, plan, { selectedId, clustering })
    const picture = { scene, ages, places, motion, ghosts: this.#ghosts, trail: this.#trail, selectedId }
    this.#presentation.show(plan, picture, () => map.getPixelOrigin(), sliceMs, this.#onPainted)
  }

  #uncover(): void {
    const isZooming = this.#frame.drawn?.zoom !== this._map.getZoom()
    if (isZooming || this.#presentation.coming || covers(this.#frame.drawn, this._map)) return
    this.#schedule(SLICE_OF_A_PAN_MS)
  }

  #settle(): void {
    clearTimeout(this.#rest)
    if (covers(this.#presentation.coming, this._map)) return
    if (covers(this.#frame.drawn, this._map)) this.#rest = setTimeout(() => this.#schedule(), REST_MS)
    else this.#schedule(SLICE_OF_A_PAN_MS)
  }

  #followZoom({ center, zoom }: L.ZoomAnimEvent): void {
    const map = this._map
    const pane = L.DomUtil.getPosition(map.getPane('mapPane') as HTMLElement)
    const origin = map.project(center, zoom).subtract(map.getSize().divideBy(2)).add(pane).round()
    this.#frame.follow(origin, zoom)
  }
}
