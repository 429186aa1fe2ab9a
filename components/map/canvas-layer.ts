import * as L from 'leaflet'
import { isPrinting } from '@/components/ui/use-printing'
import type { Steps } from '@/lib/vehicles/steps'
import { runInTasks } from '@/lib/vehicles/time-slicing'
import { worldX } from './mercator'
import type { Viewport } from './projection'

/** Drawn around the visible map, as a share of its size, so that a pan shows no blank edge. */
export const PADDING = 0.25

// A larger canvas takes more memory than a tab can be asked for; the largest
// screens get coarser sprites.
const MOST_PIXELS = 40e6

export function covers(viewport: Viewport | null, map: L.Map): boolean {
  if (viewport?.zoom !== map.getZoom()) return false
  const { originX, originY } = viewport.projection
  const { x, y } = map
    .containerPointToLayerPoint([0, 0])
    .add(map.getPixelOrigin())
    .subtract([originX, originY])
  const size = map.getSize()
  return x >= 0 && y >= 0 && x + size.x <= viewport.width && y + size.y <= viewport.height
}

export function paddedViewport(map: L.Map): Viewport {
  const size = map.getSize()
  const padding = size.multiplyBy(PADDING).round()
  const { x: width, y: height } = size.add(padding.multiplyBy(2))
  const origin = map
    .containerPointToLayerPoint([-padding.x, -padding.y])
    .round()
    .add(map.getPixelOrigin())
  const zoom = map.getZoom()
  const projection = {
    scale: 256 * 2 ** zoom,
    originX: origin.x,
    originY: origin.y,
    centreX: worldX(map.getCenter().lng),
  }
  const pixelRatio = Math.min(
    window.devicePixelRatio || 1,
    Math.sqrt(MOST_PIXELS / (width * height)),
  )
  return { projection, zoom, width, height, pixelRatio }
}

/**
 * A Leaflet layer of one canvas, larger than the map: CSS moves and scales it along with the tiles
 * until a subclass paints it again, in an animation frame.
 */
export abstract class CanvasLayer extends L.Layer {
  protected readonly canvas = L.DomUtil.create(
    'canvas',
    'leaflet-zoom-animated pointer-events-none',
  )
  protected readonly context = this.canvas.getContext('2d') as CanvasRenderingContext2D
  readonly #pane: string
  readonly #level: string
  #drawn: Viewport | null = null
  #isZooming = false
  #request = 0
  #cancelTasks: () => void = () => {}
  #stopWatching: () => void = () => {}

  /** @param level of the pane; above the search circle and below the drag handles without one */
  constructor(pane: string, level = '450') {
    super()
    this.#pane = pane
    this.#level = level
  }

  protected abstract paint(map: L.Map): void
  /** Ends painting in progress; the canvas stays as it is. */
  protected stopPainting(): void {
    this.#cancelTasks()
  }

  /** Paints in tasks of about `taskMs`, for paper in one: it is laid out before a second. */
  protected paintInTasks(steps: Steps<void>, taskMs: number, onDone = () => {}): void {
    this.#cancelTasks = runInTasks(steps, isPrinting() ? Number.POSITIVE_INFINITY : taskMs, onDone)
  }

  override onAdd(map: L.Map): this {
    const pane = map.getPane(this.#pane) ?? map.createPane(this.#pane)
    pane.style.zIndex = this.#level
    pane.append(this.canvas)
    this.#stopWatching = watchPixelRatio(() => this.schedule())
    this.schedule()
    return this
  }

  override onRemove(): this {
    cancelAnimationFrame(this.#request)
    this.#stopWatching()
    this.stopPainting()
    this.canvas.remove()
    return this
  }

  override getEvents(): Record<string, L.LeafletEventHandlerFn> {
    const follow = () => this.#follow(this._map.getPixelOrigin(), this._map.getZoom())
    return {
      viewreset: follow,
      zoom: follow,
      zoomanim: (event) => this.#followAnimation(event as L.ZoomAnimEvent),
      zoomstart: () => {
        // Painting in progress is for the zoom before; finished now, it
        // would undo the scaling by CSS.
        this.#isZooming = true
        this.stopPainting()
      },
      zoomend: () => {
        this.#isZooming = false
        this.schedule()
      },
      moveend: () => this.paintUncovered(),
      resize: () => this.schedule(),
    }
  }

  /**
   * Paints in the next frame, once for all changes until then; for paper at once, as it is
   * laid out before that frame.
   */
  protected schedule(): void {
    cancelAnimationFrame(this.#request)
    const paint = () => {
      const map: L.Map | null = this._map
      if (map && !this.#isZooming) this.paint(map)
    }
    if (isPrinting()) paint()
    else this.#request = requestAnimationFrame(paint)
  }

  /** Paints once the map has left the canvas. */
  protected paintUncovered(): void {
    if (!this.#isZooming && !covers(this.#drawn, this._map)) this.schedule()
  }

  /**
   * Clears the canvas, in CSS pixels, and positions it for a viewport; the
   * caller draws in the same task.
   */
  protected reset(viewport: Viewport): CanvasRenderingContext2D {
    const { canvas, context } = this
    const { pixelRatio } = viewport
    const [width, height] = deviceSize(viewport)
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width
      canvas.height = height
      canvas.style.width = `${viewport.width}px`
      canvas.style.height = `${viewport.height}px`
    } else {
      context.resetTransform()
      context.clearRect(0, 0, width, height)
    }
    context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0)
    this.#drawn = viewport
    this.#follow(this._map.getPixelOrigin(), viewport.zoom)
    return context
  }

  /**
   * A point of the map's container on the drawn canvas, in CSS pixels.
   * @returns null before it is drawn for the map's zoom; `corner`: container
   * point of its top left corner
   */
  protected pointOn(point: L.Point) {
    const drawn = this.#drawn
    if (drawn?.zoom !== this._map.getZoom()) return null
    const { projection } = drawn
    const corner = this._map.layerPointToContainerPoint(
      L.point(projection.originX, projection.originY).subtract(this._map.getPixelOrigin()),
    )
    const { x, y } = point.subtract(corner)
    return { x, y, projection, corner }
  }

  #follow(pixelOrigin: L.Point, zoom: number): void {
    if (!this.#drawn) return
    const scale = 2 ** (zoom - this.#drawn.zoom)
    const { originX, originY } = this.#drawn.projection
    const corner = L.point(originX * scale - pixelOrigin.x, originY * scale - pixelOrigin.y)
    L.DomUtil.setTransform(this.canvas, corner, scale)
  }

  #followAnimation({ center, zoom }: L.ZoomAnimEvent): void {
    const map = this._map
    const pane = L.DomUtil.getPosition(map.getPane('mapPane') as HTMLElement)
    this.#follow(
      map.project(center, zoom).subtract(map.getSize().divideBy(2)).add(pane).round(),
      zoom,
    )
  }
}

export function deviceSize({ width, height, pixelRatio }: Viewport): [number, number] {
  return [Math.round(width * pixelRatio), Math.round(height * pixelRatio)]
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
