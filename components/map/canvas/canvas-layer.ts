import L from 'leaflet'
import type { CanvasFrame } from './canvas-frame'
import type { Projection } from './viewport'

/** A point of the map's container on a drawn canvas, in CSS pixels. */
export interface CanvasPoint {
  readonly x: number
  readonly y: number
  readonly projection: Projection
  /** Container point of the canvas' top left corner. */
  readonly corner: L.Point
}

/** A Leaflet layer of canvases that follow pans and zooms; a subclass paints them in animation frames. */
export abstract class CanvasLayer extends L.Layer {
  readonly #pane: string
  readonly #level: string
  readonly #frames: readonly CanvasFrame[]
  #isZooming = false
  #request = 0
  #stopWatching: () => void = () => {}

  /**
   * @param frames lowest first
   * @param level of the pane; above the search circle and below the drag handles without one
   */
  constructor(pane: string, frames: readonly CanvasFrame[], level = '450') {
    super()
    this.#pane = pane
    this.#level = level
    this.#frames = frames
  }

  protected abstract paint(map: L.Map): void
  /** Ends painting in progress; the canvases stay as they are. */
  protected abstract stopPainting(): void
  protected abstract afterMove(map: L.Map): void

  protected get isZooming(): boolean {
    return this.#isZooming
  }

  override onAdd(map: L.Map): this {
    const pane = map.getPane(this.#pane) ?? map.createPane(this.#pane)
    pane.style.zIndex = this.#level
    pane.append(...this.#frames.map(({ canvas }) => canvas))
    this.#stopWatching = watchPixelRatio(() => this.schedule())
    this.schedule()
    return this
  }

  override onRemove(): this {
    cancelAnimationFrame(this.#request)
    this.#stopWatching()
    this.stopPainting()
    for (const { canvas } of this.#frames) canvas.remove()
    return this
  }

  override getEvents(): Record<string, L.LeafletEventHandlerFn> {
    const follow = () => this.#follow(this._map.getPixelOrigin(), this._map.getZoom())
    return {
      viewreset: follow,
      zoom: follow,
      zoomanim: (event) => this.#followAnimation(event as L.ZoomAnimEvent),
      zoomstart: () => {
        // Painting in progress is for the zoom before; finished now, it would undo the scaling by CSS.
        this.#isZooming = true
        this.stopPainting()
      },
      zoomend: () => {
        this.#isZooming = false
        this.schedule()
      },
      moveend: () => this.afterMove(this._map),
      resize: () => this.schedule(),
    }
  }

  /** Paints in the next frame, once for all changes until then. */
  protected schedule(): void {
    cancelAnimationFrame(this.#request)
    this.#request = requestAnimationFrame(() => {
      const map: L.Map | null = this._map
      if (map && !this.#isZooming) this.paint(map)
    })
  }

  /** Null before the frame is drawn for the map's zoom. */
  protected pointOn(frame: CanvasFrame, point: L.Point): CanvasPoint | null {
    const { drawn } = frame
    if (drawn?.zoom !== this._map.getZoom()) return null
    const corner = this._map.layerPointToContainerPoint(frame.corner(this._map.getPixelOrigin()))
    const { x, y } = point.subtract(corner)
    return { x, y, projection: drawn.projection, corner }
  }

  #follow(pixelOrigin: L.Point, zoom: number): void {
    for (const frame of this.#frames) frame.follow(pixelOrigin, zoom)
  }

  #followAnimation({ center, zoom }: L.ZoomAnimEvent): void {
    const map = this._map
    const pane = L.DomUtil.getPosition(map.getPane('mapPane') as HTMLElement)
    this.#follow(map.project(center, zoom).subtract(map.getSize().divideBy(2)).add(pane).round(), zoom)
  }
}

/** Calls back when the window moves to a screen of another pixel density. @returns ends it */
function watchPixelRatio(onChange: () => void): () => void {
  let query: MediaQueryList | null = null
  const changed = () => {
    watch()
    onChange()
  }
  const watch = () => {
    query?.removeEventListener('change', changed)
    query = window.matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`)
    query.addEventListener('change', changed)
  }
  watch()
  return () => query?.removeEventListener('change', changed)
}
