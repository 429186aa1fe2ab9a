import * as L from 'leaflet'
import type { MapArchiveState } from '@/lib/api/contract/answers'

export function boundsOf({ bounds }: MapArchiveState): L.LatLngBounds {
  const { west, south, east, north } = bounds
  return L.latLngBounds([south, west], [north, east])
}
