import L from 'leaflet'

// Above the marker and its heading.
const OFFSET_PIXELS = 12

/** Replaces Leaflet's tooltip, which measures itself, and thereby the page, at every move. */
export class Tooltip {
  readonly #element = L.DomUtil.create('div', 'leaflet-tooltip leaflet-tooltip-top')

  constructor() {
    this.#element.setAttribute('role', 'tooltip')
  }

  /**
   * @param point of the map's container
   * @param text never markup: it contains the service's text
   */
  show(map: L.Map, point: L.Point, text: string): void {
    const element = this.#element
    if (element.textContent !== text) element.textContent = text
    const { x, y } = map.containerPointToLayerPoint(point).round()
    element.style.transform = `translate3d(${x}px, ${y - OFFSET_PIXELS}px, 0) translate(-50%, -100%)`
    if (!element.isConnected) map.getPane('tooltipPane')?.append(element)
  }

  hide(): void {
    this.#element.remove()
  }
}
