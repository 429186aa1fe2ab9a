import 'server-only'
import { FOUND_MAXIMUM } from '@/lib/contract/places'
import { findVehicles } from '@/lib/directory/find-vehicles'
import { createGeocoder } from '@/lib/places/geocoder/geocoder'
import { mergePlaces } from '@/lib/places/geocoder/merge'
import type { PlaceSearch } from '@/lib/routes/places'
import { processDirectory } from './directory'
import { processInstance } from './instance'
import { processLog } from './observability'
import { processPlaceIndex } from './place-index'
import { processSettings } from './settings'

/** Vehicles and places by what is typed. */
export const processPlaces = processInstance('places', open).get

async function open(): Promise<PlaceSearch> {
  const [directory, places] = await Promise.all([processDirectory(), processPlaceIndex()])
  const geocode = createGeocoder({
    settings: processSettings().geocoder,
    log: (message) => processLog()('warn', { event: 'places', message }),
  })
  return {
    findVehicles: (text) => findVehicles(directory, text, FOUND_MAXIMUM),
    async findPlaces(text, near, caller) {
      const [own, others] = await Promise.all([places.find(text, near, caller), geocode(text, near, caller)])
      const found = mergePlaces(own.places, others.places)
      return { places: found, index: own.index, geocoder: others.geocoder }
    },
    near: places.near,
  }
}
