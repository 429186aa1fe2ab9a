import L from 'leaflet'
import type { Position } from '@/lib/schema/resources'
import { CanvasFrame, type Plan } from './canvas-frame'
import { Fleet } from './fleet'
import { type PlacedGhost, placeGhosts } from './ghosts'
import { hitTest } from './hit-test'
import type { MapGhost, MapVehicles } from './map-vehicles'
import { paintSelected, paintSingles, paintUnder } from './painter'
import { glides, hasFew, type Picture } from './picture'
import { PixelPainter } from './pixel-painter'
import { watchPixelRatio } from './pixel-ratio'
import { composeScene } from './scene'
import { inSlices } from './slices'
import { type Atlas, createAtlas } from './sprites'
import { startTreeWorker } from './start-tree-worker'
import { type Target, targetOf } from './target'

// A marker's fading is told in minutes: looking again every ten seconds is enough.
const AGEING_STEP_MS = 10_000

// A pan draws at once only what it uncovers; the rest when the map has come to rest.
const REST_MS = 250

/**
 * All vehicles on one canvas. React only hands over what there is; no element or component stands for a single one.
 * Nothing in here moves the map.
 */
export class VehicleLayer extends L.Layer {
  readonly #frame = new CanvasFrame()
  readonly #fleet = new Fleet(startTreeWorker)
  readonly #pixelPainter = new PixelPainter()
  readonly #reducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)')
  readonly #onPainted: () => void
  #ghosts: readonly PlacedGhost[] = []
  #trail: readonly Position[] = []
  #selectedId: string | null = null
  #clustering = true
  #atlas: Atlas | null = null
  /** What the canvas shows. */
  #picture: Picture | null = null
  #request = 0
  #stopWatching: () => void = () => undefined
  #stopSlices: (() => void) | null = null
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
    this.#stopSlices?.()
    this.#stopWatching()
    clearInterval(this.#ageing)
    clearTimeout(this.#rest)
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

  setGhosts(ghosts: readonly MapGhost[]): void {
    this.#ghosts = placeGhosts(ghosts)
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
    const picture = this.#picture
    if (!picture || drawn?.zoom !== this._map.getZoom()) return null
    const corner = this._map.layerPointToContainerPoint(this.#frame.corner(this._map.getPixelOrigin()))
    const { x, y } = point.subtract(corner)
    const hit = hitTest(picture, drawn.projection, glides(picture) ? this.#progress() : 1, x, y)
    if (!hit) return null
    return targetOf(hit, picture, drawn.zoom, corner.add([hit.x, hit.y]))
  }

  #progress(): number {
    return this.#fleet.motion.progress(performance.now())
  }

  #schedule(): void {
    cancelAnimationFrame(this.#request)
    this.#request = requestAnimationFrame(() => this.#draw())
  }

  #draw(): void {
    if (!this._map) return
    this.#stopSlices?.()
    this.#stopSlices = null
    clearTimeout(this.#rest)
    const plan = this.#frame.plan(this._map)
    const { columns, ages, places, motion } = this.#fleet
    const scene = composeScene(columns, places, plan, {
      selectedId: this.#selectedId,
      clustering: this.#clustering,
    })
    const picture: Picture = {
      scene,
      ages,
      places,
      motion,
      ghosts: this.#ghosts,
      trail: this.#trail,
      selectedId: this.#selectedId,
    }
    if (this.#atlas?.pixelRatio !== plan.pixelRatio) this.#atlas = createAtlas(plan.pixelRatio)
    if (hasFew(picture)) this.#paint(plan, picture, this.#atlas)
    else this.#paintInSlices(plan, picture, this.#atlas)
  }

  #paint(plan: Plan, picture: Picture, atlas: Atlas): void {
    this.#pixelPainter.drop()
    // Frames only while something that is seen moves.
    const progress = glides(picture) ? this.#progress() : 1
    const { context } = this.#frame
    this.#frame.take(plan, this._map.getPixelOrigin())
    paintUnder(context, atlas, plan, picture, progress)
    paintSingles(context, atlas, plan, picture, progress)
    paintSelected(context, atlas, plan, picture, progress)
    this.#shown(picture)
    if (progress < 1) this.#request = requestAnimationFrame(() => this.#paint(plan, picture, atlas))
  }

  #paintInSlices(plan: Plan, picture: Picture, atlas: Atlas): void {
    const { context } = this.#frame
    this.#stopSlices = inSlices(this.#pixelPainter.start(atlas, plan, picture), () => {
      this.#stopSlices = null
      this.#frame.take(plan, this._map.getPixelOrigin())
      this.#pixelPainter.putOn(context)
      paintUnder(context, atlas, plan, picture, 1)
      paintSelected(context, atlas, plan, picture, 1)
      this.#shown(picture)
    })
  }

  #shown(picture: Picture): void {
    this.#picture = picture
    this.#onPainted()
  }

  #uncover(): void {
    const { drawn } = this.#frame
    if (drawn?.zoom !== this._map.getZoom() || this.#stopSlices || this.#frame.covers(this._map)) return
    this.#schedule()
  }

  #settle(): void {
    clearTimeout(this.#rest)
    if (this.#frame.covers(this._map)) this.#rest = setTimeout(() => this.#schedule(), REST_MS)
    else this.#schedule()
  }

  #followZoom({ center, zoom }: L.ZoomAnimEvent): void {
    const map = this._map
    const pane = L.DomUtil.getPosition(map.getPane('mapPane') as HTMLElement)
    const origin = map.project(center, zoom).subtract(map.getSize().divideBy(2)).add(pane).round()
    this.#frame.follow(origin, zoom)
  }
}
