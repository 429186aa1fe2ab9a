import 'server-only'
import { FOUND_MAXIMUM } from '@/lib/contract/places'
import { findVehicles } from '@/lib/directory/find-vehicles'
import { createGeocoder } from '@/lib/places/geocoder/geocoder'
import { mergePlaces } from '@/lib/places/geocoder/merge'
import { processDirectory } from '@/lib/process/directory'
import { processInstance } from '@/lib/process/instance'
import { processLog } from '@/lib/process/observability'
import { processObservations } from '@/lib/process/observations'
import { processSettings } from '@/lib/process/settings'
import type { PlaceSearch } from '@/lib/routes/places'
import { processPlaceIndex } from './place-index'

/** Vehicles and places by typed text. */
export const processPlaces = processInstance('places', open).get

async function open(): Promise<PlaceSearch> {
  const [directory, places, { recorder }] = await Promise.all([
    processDirectory(),
    processPlaceIndex(),
    processObservations(),
  ])
  const geocode = createGeocoder({
    settings: processSettings().geocoder,
    log: (message) => processLog()('warn', { event: 'places', message }),
  })
  return {
    findVehicles(text) {
      const types = recorder.read().gaps.vehicle_type.answers.map(({ value }) => value)
      return findVehicles(directory, text, FOUND_MAXIMUM, types)
    },
    async findPlaces(text, near, caller) {
      const [own, others] = await Promise.all([places.find(text, near, caller), geocode(text, near, caller)])
      const found = mergePlaces(own.places, others.places)
      return { places: found, index: own.index, geocoder: others.geocoder }
    },
    near: places.near,
  }
}
