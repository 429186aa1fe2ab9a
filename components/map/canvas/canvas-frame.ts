import L from 'leaflet'
import { worldX } from './mercator'
import type { Viewport } from './viewport'

/** Drawn around the visible map, as a share of its size, so that a pan shows no blank edge. */
const PADDING = 0.25

// A larger canvas takes more memory than a tab can be asked for; the largest screens get coarser sprites.
const MOST_PIXELS = 40e6

/** Whether a viewport contains all of the visible map. */
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

/** The visible map and its padding. */
export function paddedViewport(map: L.Map): Viewport {
  const size = map.getSize()
  const padding = size.multiplyBy(PADDING).round()
  const { x: width, y: height } = size.add(padding.multiplyBy(2))
  const origin = map.containerPointToLayerPoint([-padding.x, -padding.y]).round().add(map.getPixelOrigin())
  const zoom = map.getZoom()
  const projection = {
    scale: 256 * 2 ** zoom,
    originX: origin.x,
    originY: origin.y,
    centreX: worldX(map.getCenter().lng),
  }
  const pixelRatio = Math.min(window.devicePixelRatio || 1, Math.sqrt(MOST_PIXELS / (width * height)))
  return { projection, zoom, width, height, pixelRatio }
}

/** A canvas larger than the map, moved and scaled by CSS along with the tiles until it is drawn again. */
export class CanvasFrame {
  readonly canvas = L.DomUtil.create('canvas', 'leaflet-zoom-animated pointer-events-none')
  readonly context = this.canvas.getContext('2d') as CanvasRenderingContext2D
  #drawn: Viewport | null = null

  /** The viewport drawn last; null before. */
  get drawn(): Viewport | null {
    return this.#drawn
  }

  /** Clears the canvas and positions it for a viewport; the caller draws in the same task. */
  reset(viewport: Viewport, pixelOrigin: L.Point): void {
    const [width, height] = [
      Math.round(viewport.width * viewport.pixelRatio),
      Math.round(viewport.height * viewport.pixelRatio),
    ]
    const { canvas, context } = this
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width
      canvas.height = height
      canvas.style.width = `${viewport.width}px`
      canvas.style.height = `${viewport.height}px`
    } else {
      context.resetTransform()
      context.clearRect(0, 0, width, height)
    }
    this.#drawn = viewport
    L.DomUtil.setPosition(canvas, this.corner(pixelOrigin))
  }

  /** Layer point of the canvas' top left corner. */
  corner(pixelOrigin: L.Point): L.Point {
    const { originX, originY } = this.#drawn?.projection ?? { originX: 0, originY: 0 }
    return L.point(originX, originY).subtract(pixelOrigin)
  }

  /** Moves and scales the drawn canvas for another pixel origin and zoom. */
  follow(pixelOrigin: L.Point, zoom: number): void {
    const drawn = this.#drawn
    if (!drawn) return
    const scale = 2 ** (zoom - drawn.zoom)
    const { originX, originY } = drawn.projection
    L.DomUtil.setTransform(
      this.canvas,
      L.point(originX * scale - pixelOrigin.x, originY * scale - pixelOrigin.y),
      scale,
    )
  }
}
