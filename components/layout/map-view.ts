import { onStorageCleared } from '@/components/layout/storage'

// In memory only: positions may be where customers wait.
let parameters = new URLSearchParams()

onStorageCleared(() => saveMapView(new URLSearchParams()))

/** Saves the address of the map, so that links from other pages keep its radius and filters. */
export function saveMapView(address: URLSearchParams): void {
  parameters = new URLSearchParams(address)
}

/** Parameters of the map last seen in this tab; none before. */
export function mapViewParameters(): URLSearchParams {
  return parameters
}
