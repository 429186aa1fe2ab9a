import L from 'leaflet'

/** As far around the visible map as vehicles are drawn. */
const PADDING = 0.25

interface Drawn {
  readonly zoom: number
  readonly size: L.Point
  /** Layer points. */
  readonly bounds: L.Bounds
}

/**
 * Leaflet's SVG, which would lay out and paint all anew after every pan: the shade of a whole map each time. This
 * one does it when the map has left what is drawn.
 */
export class AreaRenderer extends L.SVG {
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
