import { onStorageCleared } from '@/components/layout/storage'

// In memory only: positions may be where customers wait.
let parameters = new URLSearchParams()

onStorageCleared(() => saveMapView(new URLSearchParams()))

/** Saves the address of the map, so that links from other pages keep its radius and filters. */
export function saveMapView(address: URLSearchParams): void {
  parameters = new URLSearchParams(address)
}

export function mapViewParameters(): URLSearchParams {
  return parameters
}
