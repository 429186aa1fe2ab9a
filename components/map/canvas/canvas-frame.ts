import L from 'leaflet'
import type { Sight } from '@/components/map/vehicles/scene'
import { worldX } from './mercator'

/** How far around the visible map is drawn, as a share of its size, so that a pan shows no blank edge. */
const PADDING = 0.25

// A canvas with more pixels than this takes more memory than a browser tab can be asked for; the largest screens
// get coarser sprites.
const MOST_PIXELS = 40e6

/** A sight of the map to be drawn. */
export type ViewportPlan = Sight & { readonly pixelRatio: number }

/** Whether a plan reaches over all of the visible map. */
export function covers(plan: ViewportPlan | null, map: L.Map): boolean {
  if (plan?.zoom !== map.getZoom()) return false
  const { originX, originY } = plan.projection
  const { x, y } = map
    .containerPointToLayerPoint([0, 0])
    .add(map.getPixelOrigin())
    .subtract([originX, originY])
  const size = map.getSize()
  return x >= 0 && y >= 0 && x + size.x <= plan.width && y + size.y <= plan.height
}

/** A canvas somewhat larger than the map, which travels and scales along with it until it is drawn anew. */
export class CanvasFrame {
  readonly canvas = L.DomUtil.create('canvas', 'leaflet-zoom-animated pointer-events-none')
  readonly context = this.canvas.getContext('2d') as CanvasRenderingContext2D
  #drawn: ViewportPlan | null = null

  /** What the canvas shows; null before anything was drawn. */
  get drawn(): ViewportPlan | null {
    return this.#drawn
  }

  /** The visible map and its padding, as they are now. */
  plan(map: L.Map): ViewportPlan {
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

  /** Empties the canvas and lays it where the plan says; the caller draws at once, in the same task. */
  take(plan: ViewportPlan, pixelOrigin: L.Point): void {
    const [width, height] = [
      Math.round(plan.width * plan.pixelRatio),
      Math.round(plan.height * plan.pixelRatio),
    ]
    const { canvas, context } = this
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width
      canvas.height = height
      canvas.style.width = `${plan.width}px`
      canvas.style.height = `${plan.height}px`
    } else {
      context.resetTransform()
      context.clearRect(0, 0, width, height)
    }
    this.#drawn = plan
    L.DomUtil.setPosition(canvas, this.corner(pixelOrigin))
  }

  /** Layer point of the canvas' corner. */
  corner(pixelOrigin: L.Point): L.Point {
    const { originX, originY } = this.#drawn?.projection ?? { originX: 0, originY: 0 }
    return L.point(originX, originY).subtract(pixelOrigin)
  }

  /** Moves and scales what is drawn along with the tiles, to another pixel origin and zoom than it was drawn for. */
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
