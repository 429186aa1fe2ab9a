import L from 'leaflet'
import type { Flavour } from './flavours'
import { LEVELS, type Look, type PainterAnswer, type RunningPainter, TILE_PIXELS } from './painter/messages'

export interface VectorLayerOptions extends L.GridLayerOptions {
  /** Of the file; stopped by its owner. */
  readonly painter: RunningPainter
  readonly firstZoom: number
  flavour: Flavour
}

interface Tile {
  readonly id: number
  readonly coords: L.Coords
  readonly canvas: HTMLCanvasElement
  readonly done: L.DoneCallback
  isPainted: boolean
}

const RETRY_MS = 5_000

/** Tiles of a map file, painted in a worker and shown here. */
export class VectorLayer extends L.GridLayer {
  declare options: VectorLayerOptions
  readonly #tiles = new Map<number, Tile>()
  #look: Look | null = null
  #lastId = 0
  #isZooming = false

  constructor(options: VectorLayerOptions) {
    const { firstZoom } = options
    super({ ...options, tileSize: TILE_PIXELS, minNativeZoom: firstZoom === 0 ? 0 : firstZoom + LEVELS })
    this.on('tileunload', ({ tile }: { tile: HTMLElement }) => this.#forget(tile))
  }

  setFlavour(flavour: Flavour): void {
    this.options.flavour = flavour
    this.#tellLook()
  }

  override onAdd(map: L.Map): this {
    super.onAdd(map)
    this.options.painter.listen(
      (answer) => this.#take(answer),
      () => this.#fail(),
    )
    this.#tellLook()
    return this
  }

  override onRemove(map: L.Map): this {
    super.onRemove(map)
    this.#tiles.clear()
    return this
  }

  override getEvents(): Record<string, L.LeafletEventHandlerFn> {
    const events = super.getEvents?.() ?? {}
    return {
      ...events,
      // Between them the zoom of the map is not that of the tiles.
      zoomstart: () => {
        this.#isZooming = true
      },
      zoomend: () => {
        this.#isZooming = false
      },
      moveend: (event) => {
        events.moveend?.call(this, event)
        this.#tellLook()
      },
    }
  }

  protected override createTile(coords: L.Coords, done: L.DoneCallback): HTMLElement {
    const canvas = L.DomUtil.create('canvas', 'leaflet-tile')
    this.#lastId += 1
    const tile: Tile = { id: this.#lastId, coords, canvas, done, isPainted: false }
    this.#tiles.set(tile.id, tile)
    this.#ask(tile)
    return canvas
  }

  #ask({ id, coords: { x, y, z } }: Tile): void {
    this.options.painter.ask({ kind: 'show', id, tile: { x, y, z } })
  }

  #take(answer: PainterAnswer): void {
    const tile = this.#tiles.get(answer.id)
    if (answer.kind === 'failed') {
      if (tile) this.#retry(tile)
      return
    }
    const { picture } = answer
    if (tile) show(picture, tile.canvas)
    else picture.close()
    if (!tile || tile.isPainted) return
    tile.isPainted = true
    tile.done(undefined, tile.canvas)
  }

  #retry(tile: Tile): void {
    tile.done(new Error('The tile cannot be read'), tile.canvas)
    setTimeout(() => this.#tiles.get(tile.id) === tile && this.#ask(tile), RETRY_MS)
  }

  #fail(): void {
    for (const { done, canvas, isPainted } of this.#tiles.values())
      if (!isPainted) done(new Error('The painter cannot be loaded'), canvas)
  }

  /** Tiles have exactly the pixels of the screen, and names their size, between whole zooms as well. */
  #tellLook(): void {
    const map: L.Map | null = this._map
    const zoom = this._tileZoom
    if (!map || zoom === undefined || this.#isZooming) return
    const middle = map.project(map.getCenter().wrap(), zoom).divideBy(TILE_PIXELS)
    this.options.painter.ask({ kind: 'centre', x: middle.x, y: middle.y })
    const { flavour } = this.options
    const scale = map.getZoomScale(map.getZoom(), zoom)
    const pixelRatio = window.devicePixelRatio || 1
    const last = this.#look
    const isSame =
      last?.flavour === flavour && Math.abs(last.scale - scale) < 1e-6 && last.pixelRatio === pixelRatio
    if (isSame && last.zoom === zoom) return
    const style = (last?.style ?? 0) + (isSame ? 0 : 1)
    this.#look = { style, flavour, zoom, scale, pixelRatio }
    this.options.painter.ask({ kind: 'look', look: this.#look })
  }

  #forget(canvas: HTMLElement): void {
    for (const [id, tile] of this.#tiles) {
      if (tile.canvas !== canvas) continue
      this.#tiles.delete(id)
      this.options.painter.ask({ kind: 'hide', id })
      // Safari frees the memory of a canvas late.
      tile.canvas.width = 0
      tile.canvas.height = 0
    }
  }
}

/** A picture from a worker changes hands without a copy. */
function show(picture: ImageBitmap, canvas: HTMLCanvasElement): void {
  canvas.width = picture.width
  canvas.height = picture.height
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(picture)
}
