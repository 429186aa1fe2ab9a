import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { type CityFleetOptions, createDemoFleet } from '@/lib/reference/demo/demo-fleet'
import type { Fleet } from '@/lib/reference/fleets/fleet'
import type { Position } from '@/lib/reference/geo'
import { createHouseNumbers, type StoredAddresses } from './addresses'
import { createCityTown } from './city-town'
import { createRoads, type Roads, type StoredRoads } from './roads'

/** Plaza Independencia, Montevideo. */
export const CITY_CENTRE: Position = { lat: -34.90647, lng: -56.19944 }

/** Reads the streets of the demo city. @param folder lib/city/demo */
export async function loadCity(folder: string): Promise<Roads> {
  const stored = (await readStored(folder, 'roads')) as StoredRoads
  return createRoads(stored, CITY_CENTRE)
}

/** The demo fleet in Montevideo, on its streets and with its house numbers. */
export async function openCityFleet(folder: string, options: CityFleetOptions): Promise<Fleet> {
  const { vehicles: size = 1500, seed = 1, ...more } = options
  const [roads, addresses] = await Promise.all([loadCity(folder), readStored(folder, 'addresses')])
  const numberNear = createHouseNumbers(addresses as StoredAddresses)
  const town = createCityTown(roads, { size, seed, numberNear })
  return createDemoFleet({
    ...more,
    centre: CITY_CENTRE,
    vehicles: size,
    seed,
    town,
  })
}

const unzip = promisify(gunzip)

async function readStored(folder: string, name: 'roads' | 'addresses'): Promise<unknown> {
  const path = join(folder, `${name}.json.gz`)
  const zipped = await readFile(path)
  const text = await unzip(zipped)
  return JSON.parse(text.toString())
}
