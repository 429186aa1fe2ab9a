import { FOUND_MAXIMUM, type FoundPlace } from '@/lib/api/contract/places'
import type { PlaceSearch } from '@/lib/api/parts'
import type { Context } from '@/lib/app/context'
import { ConfigError } from '@/lib/app/settings/config-error'
import type { Settings } from '@/lib/app/settings/read-settings'
import { type City, createCity } from '@/lib/city/city'
import { distinctPlaces } from '@/lib/city/distinct-places'
import { createGeocoder } from '@/lib/city/geocoder'
import { checkCityFolder, packFile } from '@/lib/city/pack'
import { createRoads } from '@/lib/city/roads/roads'
import { createRouter } from '@/lib/city/router'
import { type MapArchive, openMapArchive } from '@/lib/city/tiles/archive'
import { distanceMetres } from '@/lib/interface/geometry'

const SAME_METRES = 60
/** Number of the geocoder's places that are shown even if the city has many. */
const GEOCODER_SHARE = 3

/**
 * Addresses and roads of CITY_DIR or of the demo city, read from the first use on.
 * @throws ConfigError
 */
export async function openCity({ settings, log, root, beforeStop }: Context): Promise<City> {
  const { city: files, ROAD_TIME_FACTOR: roadTimeFactor } = settings
  if (files?.source === 'city') checkCityFolder(files.folder)
  const city = createCity({
    root,
    files: files && { ...files, roadTimeFactor },
    log: (level, message) => log(level, { event: 'city', message }),
  })
  beforeStop(city.stop)
  return city
}

/**
 * Waits until all files of CITY_DIR are read; those of the demo city are read meanwhile.
 * @throws ConfigError
 */
export async function checkCity({ city: files }: Settings, city: City): Promise<void> {
  if (files?.source !== 'city') return
  await city.open()
  if (city.fault?.startsWith('CITY_DIR')) throw new ConfigError(city.fault)
  if (city.fault) throw new ConfigError(`CITY_DIR: ${files.folder} cannot be read: ${city.fault}`)
}

/** Whether streets or addresses can be found; a city may have a map alone. */
export function hasAddresses({ city }: Settings): boolean {
  const names = ['roads.json.gz', 'addresses.json.gz'] as const
  return city !== null && names.some((name) => packFile(city.folder, name) !== null)
}

/**
 * The map of CITY_DIR or of the demo city, opened and checked; null where there is none.
 * @throws ConfigError
 */
export async function openCityMap({ city, chosen }: Settings): Promise<MapArchive | null> {
  const path = city && packFile(city.folder, 'map.pmtiles')
  if (!city || !path) return null
  if (!chosen.has('MAP_TILE_URL')) return openMapArchive(path)
  if (city.source === 'demo-city') return null
  throw new ConfigError(`MAP_TILE_URL is set, and ${path} is a map too: keep one of them`)
}

export function openRoads({ settings, warn }: Context, city: City) {
  const { ROUTER_URL: router, ROAD_TIME_FACTOR: factor } = settings
  return createRoads(city, router && createRouter(router, { log: warn('roads') }), factor)
}

/** Places by typed text, of the city and of GEOCODER_URL. */
export function openPlaces({ settings, warn }: Context, city: City): PlaceSearch {
  const geocode = createGeocoder({ settings: settings.GEOCODER_URL, log: warn('places') })
  // With neither street nor place, there is nothing to search.
  const index = () => (city.opened?.names === 0 ? 'none' : city.state)
  return {
    async findPlaces(text, near, caller) {
      const [cityPlaces, geocoded] = await Promise.all([
        city.request('find', { text, near }, caller),
        geocode(text, near, caller),
      ])
      return {
        places: mergePlaces(cityPlaces ?? [], geocoded.places),
        index: index(),
        geocoder: geocoded.geocoder,
      }
    },
    async near(positions, caller) {
      const near = await city.request('near', positions, caller)
      return { near: near ?? positions.map(() => null), index: index() }
    },
    async landmarks(caller) {
      // A map asks once, and the demo city is read by its first use.
      await city.open()
      return city.request('landmarks', undefined, caller)
    },
  }
}

/**
 * The city's places first, which are of the map on the screen, then those
 * that only the geocoder knows.
 */
function mergePlaces(
  cityPlaces: readonly FoundPlace[],
  geocoded: readonly FoundPlace[],
): FoundPlace[] {
  const onlyGeocoded = geocoded.filter(
    (place) => !cityPlaces.some((known) => isSamePlace(known, place)),
  )
  const free = FOUND_MAXIMUM - cityPlaces.length
  const share = Math.min(onlyGeocoded.length, Math.max(GEOCODER_SHARE, free))
  return distinctPlaces([
    ...cityPlaces.slice(0, FOUND_MAXIMUM - share),
    ...onlyGeocoded.slice(0, share),
  ])
}

function isSamePlace(a: FoundPlace, b: FoundPlace): boolean {
  return a.kind === b.kind && distanceMetres(a.position, b.position) < SAME_METRES
}
