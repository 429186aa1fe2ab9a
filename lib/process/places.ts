import 'server-only'
import { FOUND_MAXIMUM } from '@/lib/contract/places'
import { findVehicles } from '@/lib/directory/find-vehicles'
import type { PlaceSearch } from '@/lib/routes/places'
import { processDirectory } from './directory'
import { processInstance } from './instance'
import { processPlaceIndex } from './place-index'

/** Vehicles and places by what is typed. */
export const processPlaces = processInstance('places', open).get

async function open(): Promise<PlaceSearch> {
  const [directory, places] = await Promise.all([processDirectory(), processPlaceIndex()])
  return {
    findVehicles: (text) => findVehicles(directory, text, FOUND_MAXIMUM),
    findPlaces: async (text, near, caller) => ({
      ...(await places.find(text, near, caller)),
      geocoder: 'none',
    }),
    near: places.near,
  }
}
