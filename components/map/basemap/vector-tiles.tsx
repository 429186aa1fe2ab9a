import * as L from 'leaflet'
import { useEffect, useEffectEvent, useState } from 'react'
import { useMap } from 'react-leaflet'
import { useScreenTheme } from '@/components/map/theme'
import { typefaceParts } from '@/components/map/typeface'
import type { MapArchiveState } from '@/lib/api/contract/answers'
import { boundsOf } from './archive-bounds'
import { type Flavour, useFlavour } from './flavours'
import {
  LEVELS,
  type Look,
  type PainterAnswer,
  type PainterRequest,
  TILE_PIXELS,
} from './painter/messages'

const PANE = 'basemap'

export function VectorTiles({
  url,
  archive,
  attribution,
  onLoad,
  onError,
}: {
  /** With {z}, {x} and {y}. */
  readonly url: string
  readonly archive: MapArchiveState
  /** Markup. */
  readonly attribution: string
  readonly onLoad: () => void
  readonly onError: () => void
}) {
  const map = useMap()
  const theme = useScreenTheme()
  const flavour = useFlavour(theme)
  const [layer, setLayer] = useState<VectorLayer | null>(null)
  const loaded = useEffectEvent(onLoad)
  const failed = useEffectEvent(onError)

  useEffect(() => {
    const pane = map.getPane(PANE) ?? map.createPane(PANE)
    // Not the tile pane, whose pictures are inverted in the dark.
    pane.style.zIndex = '200'
    const added = new VectorLayer(url, archive, { pane: PANE, attribution })
    added.on('tileload', () => loaded())
    added.on('tileerror', () => failed())
    added.addTo(map)
    setLayer(added)
    return () => {
      added.remove()
      setLayer(null)
    }
  }, [map, url, archive, attribution])

  useEffect(() => {
    layer?.setFlavour(flavour)
    // For print, see globals.css.
    map.getPane(PANE)?.toggleAttribute('data-dark', theme === 'dark')
  }, [map, layer, flavour, theme])
  return null
}

interface Tile {
  readonly id: number
  readonly coords: L.Coords
  readonly canvas: HTMLCanvasElement
  readonly done: L.DoneCallback
  isPainted: boolean
}

const RETRY_MS = 5_000
const LANDMARKS_URL = '/api/places/landmarks'

/**
 * Tiles painted in a worker, so that the page never waits for it, and shown
 * here. Ends with its removal.
 */
class VectorLayer extends L.GridLayer {
  readonly #painter = new Worker(new URL('./painter/painter.worker.ts', import.meta.url), {
    type: 'module',
  })
  readonly #tiles = new Map<number, Tile>()
  #flavour: Flavour | null = null
  #look: Look | null = null
  #lastId = 0
  #isZooming = false

  constructor(url: string, archive: MapArchiveState, options: L.GridLayerOptions) {
    const { minZoom, maxZoom, hasPoints } = archive
    const minNativeZoom = minZoom === 0 ? 0 : minZoom + LEVELS
    super({ ...options, bounds: boundsOf(archive), minZoom, minNativeZoom, tileSize: TILE_PIXELS })
    this.#painter.onmessage = ({ data }: MessageEvent<PainterAnswer>) => this.#take(data)
    // A new version was deployed, and the code of this one is gone.
    this.#painter.onerror = () => this.#fail()
    this.#ask({
      kind: 'start',
      url,
      zooms: [minZoom, maxZoom],
      typeface: typefaceParts(),
      landmarksUrl: hasPoints ? null : LANDMARKS_URL,
    })
    this.on('tileunload', ({ tile }: { tile: HTMLElement }) => this.#forget(tile))
  }

  setFlavour(flavour: Flavour): void {
    this.#flavour = flavour
    this.#tellLook()
  }

  override onRemove(map: L.Map): this {
    super.onRemove(map)
    this.#tiles.clear()
    this.#painter.terminate()
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
    this.#show(tile)
    return canvas
  }

  #ask(request: PainterRequest): void {
    this.#painter.postMessage(request)
  }

  #show({ id, coords: { x, y, z } }: Tile): void {
    this.#ask({ kind: 'show', id, tile: { x, y, z } })
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
    setTimeout(() => this.#tiles.get(tile.id) === tile && this.#show(tile), RETRY_MS)
  }

  #fail(): void {
    for (const { done, canvas, isPainted } of this.#tiles.values())
      if (!isPainted) done(new Error('The painter cannot be loaded'), canvas)
  }

  /**
   * Tiles have exactly the pixels of the screen, and names their size, between whole zooms as well.
   */
  #tellLook(): void {
    const map: L.Map | null = this._map
    const zoom = this._tileZoom
    const flavour = this.#flavour
    if (!map || !flavour || zoom === undefined || this.#isZooming) return
    const middle = map.project(map.getCenter().wrap(), zoom).divideBy(TILE_PIXELS)
    this.#ask({ kind: 'centre', x: middle.x, y: middle.y })
    const scale = map.getZoomScale(map.getZoom(), zoom)
    const pixelRatio = window.devicePixelRatio || 1
    const last = this.#look
    const isSame =
      last?.flavour === flavour &&
      Math.abs(last.scale - scale) < 1e-6 &&
      last.pixelRatio === pixelRatio
    if (isSame && last.zoom === zoom) return
    const style = (last?.style ?? 0) + (isSame ? 0 : 1)
    this.#look = { style, flavour, zoom, scale, pixelRatio }
    this.#ask({ kind: 'look', look: this.#look })
  }

  #forget(canvas: HTMLElement): void {
    for (const [id, tile] of this.#tiles) {
      if (tile.canvas !== canvas) continue
      this.#tiles.delete(id)
      this.#ask({ kind: 'hide', id })
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
