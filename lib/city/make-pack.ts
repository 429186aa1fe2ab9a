import { copyFile, mkdir, rename, rmdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { ConfigError } from '@/lib/app/settings/config-error'
import { readEntities } from './addresses/street-index'
import { readExtract } from './osm-extract'
import { checkCityFolder, readPackFile } from './pack'
import { readRoads } from './roads/road-list'
import { openMapArchive } from './tiles/archive'

const CREDIT = { attribution: '© OpenStreetMap contributors', license: 'ODbL 1.0' }

/** Writes the folder for CITY_DIR; its answer says what is in it. @throws ConfigError */
export async function makePack(
  osm: string | null,
  map: string | null,
  out: string,
): Promise<string> {
  const madeFolders = await makeFolder(out)
  try {
    return await fillFolder(osm, map, out)
  } catch (error) {
    // A folder with a file in it stays.
    for (const folder of madeFolders.reverse()) await rmdir(folder).catch(() => undefined)
    throw error
  }
}

/**
 * Makes a folder and those above it: mkdir's `recursive` never ends where the system refuses a
 * folder with ENOENT, as in /proc.
 * @returns the folders that were made, the outermost first
 */
async function makeFolder(path: string): Promise<string[]> {
  const stats = await stat(path).catch(() => null)
  if (stats?.isDirectory()) return []
  if (stats) throw new ConfigError(`--out: ${path} is not a folder`)

  const parent = dirname(path)
  const madeParents = parent === path ? [] : await makeFolder(parent)
  try {
    await mkdir(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new ConfigError(`--out: ${path} cannot be made (${code})`)
  }
  return [...madeParents, path]
}

async function fillFolder(osm: string | null, map: string | null, out: string): Promise<string> {
  if (map) {
    const archive = await openMapArchive(map, '--map')
    archive.close()
    await replace(out, 'map.pmtiles', (path) => copyFile(map, path))
  }
  if (osm) {
    const { roads, addresses } = await readExtract(osm)
    await replaceJson(out, 'roads.json.gz', roads)
    await replaceJson(out, 'addresses.json.gz', addresses)
  }
  checkCityFolder(out)
  return describe(out)
}

function describe(out: string): string {
  const roads = readPackFile(out, 'roads.json.gz', readRoads, '--out')
  const readAddresses = (json: unknown) => readEntities(roads, json)
  const places = readPackFile(out, 'addresses.json.gz', readAddresses, '--out') ?? []
  const roadCount = roads?.from.length ?? 0
  const houseCount = places.reduce((sum, { houses }) => sum + houses.numbers.length, 0)
  return `${out}: ${roadCount} roads, ${places.length} names, ${houseCount} house numbers`
}

async function replaceJson(folder: string, name: string, data: object): Promise<void> {
  const json = JSON.stringify({ ...CREDIT, ...data })
  const packed = gzipSync(json, { level: 9 })
  await replace(folder, name, (path) => writeFile(path, packed))
}

/** Never half a file, even where it ends in between. */
async function replace(
  folder: string,
  name: string,
  write: (path: string) => Promise<void>,
): Promise<void> {
  const unfinished = join(folder, `.${name}.unfinished`)
  await write(unfinished)
  await rename(unfinished, join(folder, name))
}
