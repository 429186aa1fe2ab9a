import L from 'leaflet'
import type { BenchFleet } from './fleet'

/** A way to show vehicles on a map. */
export interface Subject {
  readonly map: L.Map
  /** Shows a fleet, replacing the one before. */
  show(fleet: BenchFleet): void
  /** Whether a vehicle is drawn at its position in the last fleet. */
  shows(index: number): boolean
  /** Reach of a pointer in pixels; null without tooltips. */
  readonly reachPixels: number | null
  /** Only for maps with clusters. @throws Error when these differ from the plain data */
  readonly checkClusters?: (fleet: BenchFleet) => void | Promise<void>
  remove(): void
}

export interface Stage {
  readonly container: HTMLElement
  readonly tileUrl: string
}

export type CreateSubject = (stage: Stage) => Subject | Promise<Subject>

/** Whether any canvas is painted at a point of the map's container. */
export function isPainted(map: L.Map, { x, y }: L.Point): boolean {
  const frame = map.getContainer().getBoundingClientRect()
  return [...map.getContainer().querySelectorAll('canvas')].some((canvas) => {
    const { left, top, width, height } = canvas.getBoundingClientRect()
    const column = Math.round(((frame.left + x - left) / width) * canvas.width)
    const row = Math.round(((frame.top + y - top) / height) * canvas.height)
    const inside = column > 0 && row > 0 && column < canvas.width && row < canvas.height
    if (!inside) return false
    const data = canvas.getContext('2d')?.getImageData(column - 1, row - 1, 3, 3).data
    return data?.some((value, index) => index % 4 === 3 && value > 0) ?? false
  })
}

/** Whether a marker's element is at its position. */
export function isPlaced(map: L.Map, marker: L.Marker): boolean {
  const element = marker.getElement()
  const place = map.latLngToLayerPoint(marker.getLatLng()).round()
  return element?.isConnected === true && L.DomUtil.getPosition(element).equals(place)
}
