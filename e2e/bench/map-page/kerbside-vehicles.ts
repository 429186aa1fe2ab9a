import { statusStyle } from '@/components/map/status-style'
import type { MapVehicle } from '@/components/map/vehicle-layer'
import type { BenchFleet } from './fleet'

const style = statusStyle('available')
const made = new WeakMap<BenchFleet, readonly MapVehicle[]>()

/** What the map is given; made ahead, as a refresh hands it over ready-made. */
export function vehiclesOf(fleet: BenchFleet): readonly MapVehicle[] {
  const known = made.get(fleet)
  if (known) return known
  const vehicles = fleet.ids.map((id, index) => ({
    id,
    position: fleet.positions[index] as MapVehicle['position'],
    style,
    age: 'fresh' as const,
  }))
  made.set(fleet, vehicles)
  return vehicles
}
