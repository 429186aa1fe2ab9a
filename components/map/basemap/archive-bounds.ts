import L from 'leaflet'
import type { MapArchiveState } from '@/lib/contract/answers'

export function boundsOf({ bounds: { west, south, east, north } }: MapArchiveState): L.LatLngBounds {
  return L.latLngBounds([south, west], [north, east])
}
