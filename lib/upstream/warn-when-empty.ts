import { formatPosition } from '@/lib/interface/position'
import type { Position } from '@/lib/interface/resources'
import type { ServiceClient } from './service'

/**
 * Logs once when a search where the map starts by default finds nothing: a service of another city then shows an
 * empty map at its first start.
 */
export function warnWhenEmpty(
  client: ServiceClient,
  start: Position,
  log: (line: string) => void,
): ServiceClient {
  let isLogged = false
  return {
    ...client,
    async searchVehicles(search, options) {
      const page = await client.searchVehicles(search, options)
      const { lat, lng } = search.position
      const isHere = lat === start.lat && lng === start.lng && search.type === null && !search.cursor
      if (isHere && page.data.vehicles.length === 0 && !isLogged) {
        isLogged = true
        log(
          `no vehicles around ${formatPosition(start)}, where the map starts: set MAP_POSITION to where your vehicles are`,
        )
      }
      return page
    },
  }
}
