import L from 'leaflet'
import { CanvasFrame, covers } from '@/components/map/canvas/canvas-frame'
import { watchPixelRatio } from '@/components/map/canvas/pixel-ratio'
import { inSlices } from '@/components/map/canvas/time-slicing'
import { paintJourneys, paintSelected, type Sheet } from './journey-painter'
import { type JourneyColumns, journeyAt } from './journeys'

// So long the page is kept from answering while journeys are painted.
const SLICE_MS = 10

/** Journeys on one canvas, and the selected one on another above it, so that a selection paints one line only. */
export class JourneyLayer extends L.Layer {
  readonly #all = new CanvasFrame()
  readonly #top = new CanvasFrame()
  #columns: JourneyColumns
  #selected: number | null = null
  #isZooming = false
  #request = 0
  #stopPainting: () => void = () => undefined
  #stopWatching: () => void = () => undefined

  constructor(columns: JourneyColumns) {
    super()
    this.#columns = columns
  }

  override onAdd(map: L.Map): this {
    const pane = map.getPane('journeys') ?? map.createPane('journeys')
    pane.style.zIndex = '450'
    // The theme's colour, read when it is painted.
    this.#all.canvas.classList.add('text-accent', 'opacity-70')
    pane.append(this.#all.canvas, this.#top.canvas)
    const stopRatio = watchPixelRatio(() => this.#schedule())
    const stopTheme = watchTheme(() => this.#schedule())
    this.#stopWatching = () => {
      stopRatio()
      stopTheme()
    }
    this.#schedule()
    return this
  }

  override onRemove(): this {
    cancelAnimationFrame(this.#request)
    this.#stopPainting()
    this.#stopWatching()
    this.#all.canvas.remove()
    this.#top.canvas.remove()
    return this
  }

  override getEvents(): Record<string, L.LeafletEventHandlerFn> {
    const follow = () => this.#follow(this._map.getPixelOrigin(), this._map.getZoom())
    return {
      viewreset: follow,
      zoom: follow,
      zoomanim: (event) => {
        const { center, zoom } = event as L.ZoomAnimEvent
        const pane = L.DomUtil.getPosition(this._map.getPane('mapPane') as HTMLElement)
        const half = this._map.getSize().divideBy(2)
        this.#follow(this._map.project(center, zoom).subtract(half).add(pane).round(), zoom)
      },
      zoomstart: () => {
        this.#isZooming = true
      },
      zoomend: () => {
        this.#isZooming = false
        this.#schedule()
      },
      moveend: () => {
        if (!covers(this.#all.drawn, this._map)) this.#schedule()
      },
      resize: () => this.#schedule(),
    }
  }

  setColumns(columns: JourneyColumns): void {
    this.#columns = columns
    this.#schedule()
  }

  /** @param id of a journey; one that is not among the columns is not shown */
  setSelected(columns: JourneyColumns, id: number | null): void {
    const n = id === null ? -1 : columns.ids.indexOf(id)
    this.#selected = n < 0 ? null : n
    const { drawn } = this.#top
    if (drawn && !this.#isZooming) this.#paintTop(drawn)
  }

  /** The id of the journey at a point of the map's container; null when none is within reach. */
  idAt(point: L.Point): number | null {
    const { drawn } = this.#all
    if (drawn?.zoom !== this._map.getZoom()) return null
    const corner = this._map.layerPointToContainerPoint(this.#all.corner(this._map.getPixelOrigin()))
    const { x, y } = point.subtract(corner)
    const n = journeyAt(this.#columns, drawn.projection, x, y)
    return n === null ? null : (this.#columns.ids[n] as number)
  }

  #follow(pixelOrigin: L.Point, zoom: number): void {
    this.#all.follow(pixelOrigin, zoom)
    this.#top.follow(pixelOrigin, zoom)
  }

  #schedule(): void {
    cancelAnimationFrame(this.#request)
    this.#request = requestAnimationFrame(() => this.#paint())
  }

  #paint(): void {
    const map: L.Map | null = this._map
    if (!map || this.#isZooming) return
    this.#stopPainting()
    const plan = this.#all.plan(map)
    this.#all.take(plan, map.getPixelOrigin())
    const sheet = this.#sheet(this.#all, plan)
    sheet.context.strokeStyle = getComputedStyle(this.#all.canvas).color
    let next = 0
    const columns = this.#columns
    this.#stopPainting = inSlices(
      SLICE_MS,
      (untilMs) => {
        next = paintJourneys(sheet, columns, next, untilMs)
        return next >= columns.ids.length
      },
      () => undefined,
    )
    this.#paintTop(plan)
  }

  #paintTop(plan: ReturnType<CanvasFrame['plan']>): void {
    this.#top.take(plan, this._map.getPixelOrigin())
    if (this.#selected !== null) paintSelected(this.#sheet(this.#top, plan), this.#columns, this.#selected)
  }

  #sheet(
    { context }: CanvasFrame,
    { projection, width, height, pixelRatio }: ReturnType<CanvasFrame['plan']>,
  ): Sheet {
    context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0)
    return { context, projection, width, height }
  }
}

/** Calls when light becomes dark, by the system or by hand. */
function watchTheme(onChange: () => void): () => void {
  const system = window.matchMedia('(prefers-color-scheme: dark)')
  const chosen = new MutationObserver(onChange)
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  system.addEventListener('change', onChange)
  return () => {
    chosen.disconnect()
    system.removeEventListener('change', onChange)
  }
}
