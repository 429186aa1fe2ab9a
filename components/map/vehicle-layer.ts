import L from 'leaflet'
import type { AgeStep } from '@/lib/format/age'
import type { Position } from '@/lib/schema/resources'
import { worldX } from './mercator'
import { Motion } from './motion'
import { createSprites, drawSelection, SPRITE_RADIUS, type Sprites } from './sprites'
import type { StatusStyle } from './status-style'

/** A vehicle as the map needs it. */
export interface MapVehicle {
  readonly id: string
  readonly position: Position
  readonly style: StatusStyle
  readonly age: AgeStep
}

/** How far around the visible map is drawn, as a share of its size, so that a pan shows no blank edge. */
const PADDING = 0.25

/** How near a pointer must be to a vehicle, in CSS pixels: half a touch target. */
const REACH = 22

/** World coordinates to pixels: `world * scale - origin` is the distance from a layer point. */
interface Projection {
  readonly scale: number
  readonly originX: number
  readonly originY: number
  /** World x of the map's centre: vehicles are drawn on the copy of the world nearest to it. */
  readonly centreX: number
  readonly progress: number
}

/**
 * All vehicles on one canvas. React only hands it the vehicles; no element or component stands for a single one.
 * Positions are kept as Web Mercator shares of the world, so that drawing is a multiplication and a blit.
 */
export class VehicleLayer extends L.Layer {
  readonly #canvas: HTMLCanvasElement
  readonly #context: CanvasRenderingContext2D
  readonly #reducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)')
  readonly #motion = new Motion()
  #vehicles: readonly MapVehicle[] = []
  #selectedId: string | null = null
  #sprites: Sprites = createSprites(1)
  #pixelRatio = 0
  #frame = 0
  // Where the canvas' corner was when it was drawn: its layer point, its place on the Earth, and the zoom.
  #corner = L.point(0, 0)
  #drawnCorner = L.latLng(0, 0)
  #drawnZoom = 0

  constructor() {
    super({ pane: 'vehicles' })
    this.#canvas = L.DomUtil.create('canvas', 'leaflet-zoom-animated pointer-events-none')
    this.#context = this.#canvas.getContext('2d') as CanvasRenderingContext2D
  }

  override onAdd(map: L.Map): this {
    if (!map.getPane('vehicles')) map.createPane('vehicles').style.zIndex = '450'
    this.getPane()?.appendChild(this.#canvas)
    this.#draw()
    return this
  }

  override onRemove(): this {
    cancelAnimationFrame(this.#frame)
    this.#canvas.remove()
    return this
  }

  override getEvents(): Record<string, L.LeafletEventHandlerFn> {
    return {
      moveend: () => this.#draw(),
      resize: () => this.#draw(),
      zoomanim: (event) => this.#followZoom(event as L.ZoomAnimEvent),
    }
  }

  /** Shows these vehicles; those that were shown before glide to their new positions. */
  setVehicles(vehicles: readonly MapVehicle[]): void {
    this.#motion.set(vehicles, performance.now(), !this.#reducedMotion.matches)
    this.#vehicles = vehicles
    this.#schedule()
  }

  /** Marks one vehicle, drawn above the others. */
  setSelected(id: string | null): void {
    this.#selectedId = id
    this.#schedule()
  }

  /** The vehicle nearest to a point of the map's container, if one is within reach. */
  vehicleAt(point: L.Point): MapVehicle | null {
    const projection = this.#projectionFrom(this._map.containerPointToLayerPoint([0, 0]))
    let nearest: MapVehicle | null = null
    let nearestDistance = REACH
    for (let index = 0; index < this.#vehicles.length; index++) {
      const dx = this.#pixelX(index, projection) - point.x
      const dy = this.#pixelY(index, projection) - point.y
      const distance = Math.hypot(dx, dy)
      if (distance >= nearestDistance) continue
      nearestDistance = distance
      nearest = this.#vehicles[index] as MapVehicle
    }
    return nearest
  }

  #schedule(): void {
    cancelAnimationFrame(this.#frame)
    this.#frame = requestAnimationFrame(() => this.#draw())
  }

  #draw(): void {
    if (!this._map) return
    this.#placeCanvas(this._map)
    const projection = this.#projectionFrom(this.#corner)
    const { width, height } = this.#canvas
    this.#context.clearRect(0, 0, width, height)
    let selected = -1
    for (let index = 0; index < this.#vehicles.length; index++) {
      const x = this.#pixelX(index, projection) * this.#pixelRatio
      const y = this.#pixelY(index, projection) * this.#pixelRatio
      if (x < -99 || y < -99 || x > width + 99 || y > height + 99) continue
      if (this.#vehicles[index]?.id === this.#selectedId) selected = index
      else this.#blit(index, x, y)
    }
    if (selected >= 0) {
      const x = this.#pixelX(selected, projection) * this.#pixelRatio
      const y = this.#pixelY(selected, projection) * this.#pixelRatio
      drawSelection(this.#context, x, y, this.#pixelRatio)
      this.#blit(selected, x, y)
    }
    // Frames only while something moves.
    if (projection.progress < 1) this.#schedule()
  }

  #blit(index: number, x: number, y: number): void {
    const { style, age } = this.#vehicles[index] as MapVehicle
    const half = SPRITE_RADIUS * this.#pixelRatio
    // Whole pixels: a sprite between pixels is blurred and slow.
    this.#context.drawImage(this.#sprites(style, age), Math.round(x - half), Math.round(y - half))
  }

  /** Lays the canvas over the visible map and its padding. */
  #placeCanvas(map: L.Map): void {
    const size = map.getSize()
    const padding = size.multiplyBy(PADDING).round()
    const full = size.add(padding.multiplyBy(2))
    const ratio = window.devicePixelRatio || 1
    if (ratio !== this.#pixelRatio) this.#sprites = createSprites(ratio)
    this.#pixelRatio = ratio
    const [width, height] = [Math.round(full.x * ratio), Math.round(full.y * ratio)]
    if (this.#canvas.width !== width || this.#canvas.height !== height) {
      this.#canvas.width = width
      this.#canvas.height = height
      this.#canvas.style.width = `${full.x}px`
      this.#canvas.style.height = `${full.y}px`
    }
    this.#corner = map.containerPointToLayerPoint([-padding.x, -padding.y])
    this.#drawnCorner = map.layerPointToLatLng(this.#corner)
    this.#drawnZoom = map.getZoom()
    L.DomUtil.setPosition(this.#canvas, this.#corner)
  }

  /** Scales the drawn canvas along with the tiles while a zoom is animated. */
  #followZoom({ center, zoom }: L.ZoomAnimEvent): void {
    const map = this._map
    const pane = L.DomUtil.getPosition(map.getPane('mapPane') as HTMLElement)
    const origin = map.project(center, zoom).subtract(map.getSize().divideBy(2)).add(pane).round()
    const corner = map.project(this.#drawnCorner, zoom).subtract(origin)
    L.DomUtil.setTransform(this.#canvas, corner, map.getZoomScale(zoom, this.#drawnZoom))
  }

  #projectionFrom(corner: L.Point): Projection {
    const map = this._map
    const origin = map.getPixelOrigin().add(corner)
    return {
      scale: 256 * 2 ** map.getZoom(),
      originX: origin.x,
      originY: origin.y,
      centreX: worldX(map.getCenter().lng),
      progress: this.#motion.progress(performance.now()),
    }
  }

  #pixelX(index: number, { scale, originX, centreX, progress }: Projection): number {
    const x = this.#motion.xAt(index, progress)
    return (x + Math.round(centreX - x)) * scale - originX
  }

  #pixelY(index: number, { scale, originY, progress }: Projection): number {
    return this.#motion.yAt(index, progress) * scale - originY
  }
}
