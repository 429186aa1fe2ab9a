import L from 'leaflet'
import type { BenchFleet } from './fleet'

/** A way to show vehicles on a map. */
export interface Subject {
  readonly map: L.Map
  /** Shows a fleet: for the first time, or in the place of the one shown. */
  show(fleet: BenchFleet): void
  /** Whether a vehicle is drawn where the fleet last given has it. */
  shows(index: number): boolean
  /** How far from a vehicle a pointer still means it, in pixels; null when nothing is shown for a pointer. */
  readonly reachPixels: number | null
  /** Of a map that clusters: @throws Error when the clusters are not those of the plain data */
  readonly checkClusters?: (fleet: BenchFleet) => void | Promise<void>
  remove(): void
}

export interface Stage {
  readonly container: HTMLElement
  readonly tileUrl: string
}

export type CreateSubject = (stage: Stage) => Subject | Promise<Subject>

/** Whether a canvas of the map has something at a place of the map's container. */
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

/** An element drawn by Leaflet at a marker's place. */
export function isPlaced(map: L.Map, marker: L.Marker): boolean {
  const element = marker.getElement()
  const place = map.latLngToLayerPoint(marker.getLatLng()).round()
  return element?.isConnected === true && L.DomUtil.getPosition(element).equals(place)
}
