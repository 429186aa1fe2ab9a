import { createMapRoutes } from '@/lib/api/routes/map'
import { processAccess } from '@/lib/app/parts/auth'
import { processInstance } from '@/lib/app/parts/instance'
import { processLog } from '@/lib/app/parts/observability'
import { processSettings } from '@/lib/app/parts/settings'
import { beforeStop } from '@/lib/app/parts/stop'
import { ConfigError } from '@/lib/app/settings/config-error'
import { type City, createCity } from '@/lib/city/city'
import { checkCityFolder, packFile } from '@/lib/city/pack'
import { createRoads } from '@/lib/city/roads/roads'
import { createRouter } from '@/lib/city/router'
import { type MapArchive, openMapArchive } from '@/lib/city/tiles/archive'

/** Addresses and roads of CITY_DIR or of the demo city, read from the first use on. @throws ConfigError */
export const processCity = processInstance('city', async (): Promise<City> => {
  const { city: files, roadTimeFactor } = processSettings()
  if (files?.source === 'city') checkCityFolder(files.folder)
  const log = (level: 'info' | 'warn', message: string) => processLog()(level, { event: 'city', message })
  const city = createCity({ root: process.cwd(), files: files && { ...files, roadTimeFactor }, log })
  beforeStop(city.stop)
  void city.open()
  return city
}).get

/** Waits until all files of CITY_DIR are read; those of the demo city are read meanwhile. @throws ConfigError */
export async function checkCity(): Promise<void> {
  const { city: files } = processSettings()
  const city = await processCity()
  if (files?.source !== 'city') return
  await city.open()
  if (city.fault?.startsWith('CITY_DIR')) throw new ConfigError(city.fault)
  if (city.fault) throw new ConfigError(`CITY_DIR: ${files.folder} cannot be read: ${city.fault}`)
}

/** Whether streets or addresses can be found; a city may have a map alone. */
export function hasAddresses(): boolean {
  const { city } = processSettings()
  const has = (name: 'roads.json.gz' | 'addresses.json.gz') =>
    city !== null && packFile(city.folder, name) !== null
  return has('roads.json.gz') || has('addresses.json.gz')
}

/** The map of CITY_DIR or of the demo city, opened and checked; null where there is none. @throws ConfigError */
export const processMapArchive = processInstance('map-archive', async (): Promise<MapArchive | null> => {
  const { city, map } = processSettings()
  const path = city && packFile(city.folder, 'map.pmtiles')
  if (!city || !path) return null
  if (!map.isTileUrlSet) return openMapArchive(path)
  if (city.source === 'demo-city') return null
  throw new ConfigError(`MAP_TILE_URL is set, and ${path} is a map too: keep one of them`)
}).get

/** ROUTER_URL, and the roads of the city. @throws ConfigError */
export const processRoads = processInstance('roads', async () => {
  const { router, roadTimeFactor } = processSettings()
  const log = (message: string) => processLog()('warn', { event: 'roads', message })
  return createRoads(await processCity(), router && createRouter(router, { log }), roadTimeFactor)
}).get

/** Answered by lib/server itself, before Next. */
export const mapRoutes = createMapRoutes(processMapArchive, {
  access: processAccess,
  onFault: (requestId, message) => processLog()('error', { event: 'internal', requestId, message }),
})
