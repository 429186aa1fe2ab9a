import L from 'leaflet'

/** As of the vehicles' canvas. */
const PADDING = 0.25

interface Drawn {
  readonly zoom: number
  readonly size: L.Point
  /** Layer points. */
  readonly bounds: L.Bounds
}

/**
 * Leaflet's SVG renderer, which lays out and paints everything after every pan. This one waits until the map has left
 * the drawn part.
 */
export class CircleRenderer extends L.SVG {
  #drawn: Drawn | null = null

  constructor() {
    super({ padding: PADDING })
    this.on('update', () => {
      const map = this._map
      const size = map.getSize()
      this.#drawn = { zoom: map.getZoom(), size, bounds: visible(map, size.multiplyBy(PADDING)) }
    })
  }

  override getEvents() {
    const events = super.getEvents?.() ?? {}
    const { moveend } = events
    return {
      ...events,
      moveend: (event: L.LeafletEvent) => {
        if (!this.#covers()) moveend?.call(this, event)
      },
    }
  }

  #covers(): boolean {
    const drawn = this.#drawn
    const map = this._map
    if (drawn?.zoom !== map.getZoom() || !drawn.size.equals(map.getSize())) return false
    return drawn.bounds.contains(visible(map, L.point(0, 0)))
  }
}

function visible(map: L.Map, around: L.Point): L.Bounds {
  const corner = map.containerPointToLayerPoint([0, 0])
  return L.bounds(corner.subtract(around), corner.add(map.getSize()).add(around))
}
