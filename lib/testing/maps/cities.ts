import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { StoredAddresses } from '@/lib/city/addresses/street-index'
import { type City, createCity } from '@/lib/city/city'
import type { StoredRoads } from '@/lib/city/roads/road-list'

/** Where there are no files. */
export const noCity: City = createCity({ root: '.', files: null, log: () => undefined })

export interface TestCity {
  readonly roads?: StoredRoads
  readonly addresses?: StoredAddresses
}

/** A folder for CITY_DIR. */
export async function writeCity(folder: string, city: TestCity): Promise<string> {
  await mkdir(folder, { recursive: true })
  for (const [name, json] of Object.entries(city))
    await writeFile(join(folder, `${name}.json.gz`), gzipSync(JSON.stringify(json)))
  return folder
}

/** Ejido 1275, and nothing else. */
export const village: TestCity = {
  addresses: { streets: [['Ejido', [1275, -3490000, -5619000]]], pois: [] },
}
