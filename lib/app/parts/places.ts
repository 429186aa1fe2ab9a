import 'server-only'
import { FOUND_MAXIMUM, type FoundPlace } from '@/lib/api/contract/places'
import type { PlaceSearch } from '@/lib/api/routes/places'
import { createGeocoder } from '@/lib/city/geocoder'
import { metresBetween } from '@/lib/city/geometry'
import { findVehicles } from '@/lib/fleet/directory/find-vehicles'
import { processCity } from './city'
import { processDirectory } from './directory'
import { processInstance } from './instance'
import { processLog } from './observability'
import { processObservations } from './observations'
import { processSettings } from './settings'

const SAME_METRES = 60
/** Places of the geocoder that are shown even if the city has many. */
const GEOCODER_SHARE = 3

/** Vehicles and places by typed text. */
export const processPlaces = processInstance('places', async (): Promise<PlaceSearch> => {
  const [directory, city, { recorder }] = await Promise.all([
    processDirectory(),
    processCity(),
    processObservations(),
  ])
  const geocode = createGeocoder({
    settings: processSettings().geocoder,
    log: (message) => processLog()('warn', { event: 'places', message }),
  })
  // With neither street nor place, there is nothing to search.
  const index = () => (city.opened?.names === 0 ? 'none' : city.state)
  return {
    findVehicles(text) {
      const types = recorder.read().gaps.vehicle_type.answers.map(({ value }) => value)
      return findVehicles(directory, text, FOUND_MAXIMUM, types)
    },
    async findPlaces(text, near, caller) {
      const [own, others] = await Promise.all([
        city.request('find', { text, near }, caller),
        geocode(text, near, caller),
      ])
      return {
        places: mergePlaces(own ?? [], others.places),
        index: index(),
        geocoder: others.geocoder,
      }
    },
    async near(positions, caller) {
      const near = await city.request('near', positions, caller)
      return { near: near ?? positions.map(() => null), index: index() }
    },
  }
}).get

/** The city's places first, which are of the map on the screen, then those that only the geocoder knows. */
function mergePlaces(own: readonly FoundPlace[], others: readonly FoundPlace[]): FoundPlace[] {
  const isNew = (other: FoundPlace) =>
    !own.some(({ position, kind }) => kind === other.kind && metresOf(position, other.position) < SAME_METRES)
  const fresh = others.filter(isNew)
  const room = Math.min(fresh.length, Math.max(GEOCODER_SHARE, FOUND_MAXIMUM - own.length))
  return [...own.slice(0, FOUND_MAXIMUM - room), ...fresh.slice(0, room)]
}

function metresOf(a: FoundPlace['position'], b: FoundPlace['position']): number {
  return metresBetween(a.lat * 1e6, a.lng * 1e6, b.lat * 1e6, b.lng * 1e6)
}
