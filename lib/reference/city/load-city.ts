import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Position } from '@/lib/reference/geo'
import { createRoads, type Roads } from './roads'

/** Plaza Independencia, Montevideo. */
export const CITY_CENTRE: Position = { lat: -34.90647, lng: -56.19944 }

/**
 * Reads the streets of the demo city.
 * @param file made by `npm run demo-city`
 */
export async function loadCity(file: string): Promise<Roads> {
  const text = await promisify(gunzip)(await readFile(file))
  return createRoads(JSON.parse(text.toString()), CITY_CENTRE)
}
