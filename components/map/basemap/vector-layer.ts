import L from 'leaflet'
import {
  Labelers,
  type PaintRule,
  PmtilesSource,
  type PreparedTile,
  TileCache,
  View,
} from 'protomaps-leaflet'
import type { Flavour } from './flavours'
import { labelRules } from './label-rules'
import { withNameLines } from './name-lines'
import { paintRules } from './paint-rules'
import { paintTile, TILE_PIXELS } from './paint-tile'
import { getTile } from './tile-requests'
import type { ZoomScale } from './zoom-scale'

export interface VectorLayerOptions extends L.GridLayerOptions {
  /** With {z}, {x} and {y}. */
  readonly url: string
  /** Zooms of the file. */
  readonly fileZooms: readonly [number, number]
  flavour: Flavour
}

interface Tile {
  readonly coords: L.Coords
  readonly canvas: HTMLCanvasElement
  readonly done: L.DoneCallback
  data: PreparedTile | null
  isPainted: boolean
}

/** A tile of the file covers two by two of the map: fewer requests, and names that are not cut at each edge. */
const LEVELS = 1
/** Tiles of the file whose names are kept; more than the largest screen shows, or names would come and go. */
const NAMED_TILES = 200
const RETRY_MS = 5_000

/** Tiles painted in the browser, one a task, nearest to the centre first. Loaded on demand: it is as large as Leaflet. */
export class VectorLayer extends L.GridLayer {
  declare options: VectorLayerOptions
  readonly #view: View
  readonly #tiles = new Set<Tile>()
  /** Of tiles that are to be painted. */
  readonly #queue = new Set<Tile>()
  readonly #scale: ZoomScale = { value: 1 }
  readonly #scratch = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
  #rules: PaintRule[] = []
  #labelers!: Labelers
  #pixelRatio = 0
  #isZooming = false
  #task = 0

  constructor(options: VectorLayerOptions) {
    const [first, last] = options.fileZooms
    super({ ...options, tileSize: TILE_PIXELS, minNativeZoom: first === 0 ? 0 : first + LEVELS })
    const source = new PmtilesSource(
      getTile(options.url, first) as ConstructorParameters<typeof PmtilesSource>[0],
      false,
    )
    this.#view = new View(new TileCache(withNameLines(source), TILE_PIXELS << LEVELS), last, LEVELS)
    this.#restyle()
    this.on('tileunload', ({ tile }: { tile: HTMLElement }) => this.#forget(tile as HTMLCanvasElement))
  }

  setFlavour(flavour: Flavour): void {
    if (flavour === this.options.flavour) return
    this.options.flavour = flavour
    this.#restyle()
    this.#paintAll()
  }

  override onRemove(map: L.Map): this {
    clearTimeout(this.#task)
    this.#task = 0
    this.#queue.clear()
    this.#tiles.clear()
    super.onRemove(map)
    return this
  }

  override getEvents(): Record<string, L.LeafletEventHandlerFn> {
    return {
      ...super.getEvents?.(),
      // Between them the zoom of the map is not that of the tiles.
      zoomstart: () => {
        this.#isZooming = true
      },
      zoomend: () => {
        this.#isZooming = false
        this.#fitScale()
        this.#schedule()
      },
    }
  }

  protected override createTile(coords: L.Coords, done: L.DoneCallback): HTMLElement {
    const canvas = L.DomUtil.create('canvas', 'leaflet-tile')
    const tile: Tile = { coords, canvas, done, data: null, isPainted: false }
    this.#tiles.add(tile)
    void this.#load(tile)
    return canvas
  }

  async #load(tile: Tile): Promise<void> {
    try {
      tile.data = await this.#view.getDisplayTile(tile.coords)
    } catch (error) {
      if (!this.#tiles.has(tile)) return
      tile.done(error as Error, tile.canvas)
      setTimeout(() => this.#tiles.has(tile) && void this.#load(tile), RETRY_MS)
      return
    }
    this.#enqueue(tile)
  }

  #enqueue(tile: Tile): void {
    if (!this.#tiles.has(tile) || !tile.data) return
    this.#queue.add(tile)
    this.#schedule()
  }

  #schedule(): void {
    if (this.#task === 0 && !this.#isZooming && this.#queue.size > 0)
      this.#task = window.setTimeout(() => this.#runTask(), 0)
  }

  #runTask(): void {
    this.#task = 0
    const map: L.Map | null = this._map
    if (!map || this.#isZooming) return
    this.#fitScale()
    const tile = this.#nearest(map)
    if (tile?.data) {
      const named = new Map([['', [tile.data]]])
      // Names of a new tile are placed in a task of their own.
      if (this.#labelers.add(tile.coords.z, named) === 0) {
        this.#queue.delete(tile)
        this.#paint(tile, named)
      }
    }
    this.#schedule()
  }

  /** Of the map's present zoom; tiles of another one are only kept until these are painted. */
  #nearest(map: L.Map): Tile | null {
    const centre = map.project(map.getCenter().wrap(), this._tileZoom).divideBy(TILE_PIXELS)
    let nearest: Tile | null = null
    let least = Number.POSITIVE_INFINITY
    for (const tile of this.#queue) {
      const { x, y, z } = tile.coords
      if (z !== this._tileZoom) {
        this.#queue.delete(tile)
        continue
      }
      const distance = (x + 0.5 - centre.x) ** 2 + (y + 0.5 - centre.y) ** 2
      if (distance < least) [nearest, least] = [tile, distance]
    }
    return nearest
  }

  #paint(tile: Tile, named: Map<string, PreparedTile[]>): void {
    const { coords, canvas } = tile
    const names = this.#labelers.getIndex(coords.z) ?? null
    paintTile(canvas, coords, this.#pixelRatio * this.#scale.value, { named, names, rules: this.#rules })
    if (tile.isPainted) return
    tile.isPainted = true
    tile.done(undefined, canvas)
  }

  /** Tiles have exactly the pixels of the screen, and names their size, between whole zooms as well. */
  #fitScale(): void {
    const map: L.Map | null = this._map
    if (!map || this._tileZoom === undefined) return
    const scale = map.getZoomScale(map.getZoom(), this._tileZoom)
    const pixelRatio = window.devicePixelRatio || 1
    if (Math.abs(scale - this.#scale.value) < 1e-6 && pixelRatio === this.#pixelRatio) {
      this.#paintMissing()
      return
    }
    this.#scale.value = scale
    this.#pixelRatio = pixelRatio
    this.#restyle()
    this.#paintAll()
  }

  #restyle(): void {
    const { flavour } = this.options
    this.#rules = paintRules(flavour, this.#scale)
    this.#labelers = new Labelers(this.#scratch, labelRules(flavour, this.#scale), NAMED_TILES, (keys) => {
      for (const tile of this.#tiles) {
        const { x, y, z } = tile.coords
        if (tile.isPainted && keys.has(`${x}:${y}:${z}`)) this.#enqueue(tile)
      }
    })
  }

  #paintAll(): void {
    for (const tile of this.#tiles) this.#enqueue(tile)
  }

  /** Zooming out and back in again finds tiles that were not painted. */
  #paintMissing(): void {
    for (const tile of this.#tiles)
      if (!tile.isPainted && tile.coords.z === this._tileZoom) this.#enqueue(tile)
  }

  #forget(canvas: HTMLCanvasElement): void {
    for (const tile of this.#tiles) {
      if (tile.canvas !== canvas) continue
      this.#tiles.delete(tile)
      this.#queue.delete(tile)
    }
    // Safari frees the memory of a canvas late.
    canvas.width = 0
    canvas.height = 0
  }
}
