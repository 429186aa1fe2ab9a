import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { ConfigError } from '@/lib/app/settings/config-error'

/** Fault of a file of the city, as the end of a sentence that begins with its path. */
export class CityFileError extends Error {
  override readonly name = 'CityFileError'
}

export function unusable(what: string): never {
  throw new CityFileError(what)
}

export function damaged(what: string): never {
  unusable(`is damaged: ${what}`)
}

/** Millionths of a degree. @throws CityFileError */
export function coordinate(value: number, axis: 'lat' | 'lng'): number {
  const most = axis === 'lat' ? 90e6 : 180e6
  if (Number.isInteger(value) && Math.abs(value) <= most) return value
  damaged(`a position of ${value}`)
}

/** Opens a file to read, and nothing but a file. @throws CityFileError */
export function openRegularFile(path: string) {
  const descriptor = open(path)
  const stats = fstatSync(descriptor)
  const close = () => closeSync(descriptor)
  if (stats.isFile()) return { descriptor, stats, close }
  close()
  unusable('is not a file')
}

function open(path: string): number {
  try {
    // Without O_NONBLOCK, a named pipe blocks until another process writes to it.
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT') unusable(`cannot be read (${code})`)
    const isLink = lstatSync(path, { throwIfNoEntry: false }) !== undefined
    unusable(isLink ? 'is a link to a file that does not exist' : 'does not exist')
  }
}

/** Files of CITY_DIR, each of which may be missing. Their form: lib/city/demo/README.md */
const PACK_FILES = ['map.pmtiles', 'roads.json.gz', 'addresses.json.gz'] as const
type PackFile = (typeof PACK_FILES)[number]

const MEGABYTE = 1024 * 1024
// A region of 20 million people has a third of each.
const LARGEST_PACKED_MB = 100
const LARGEST_UNPACKED_MB = 300

/**
 * @returns null where there is no such file; the path also of a link that leads
 * nowhere, or without permission
 */
export function packFile(folder: string, name: PackFile): string | null {
  const path = join(/* turbopackIgnore: true */ folder, name)
  try {
    lstatSync(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
  }
  return path
}

/** @throws ConfigError */
export function checkCityFolder(folder: string): void {
  const stats = statSync(folder, { throwIfNoEntry: false })
  if (!stats?.isDirectory()) throw new ConfigError(`CITY_DIR: ${folder} is not a folder`)

  const isEmpty = PACK_FILES.every((name) => !packFile(folder, name))
  if (isEmpty) {
    throw new ConfigError(
      `CITY_DIR: ${folder} has none of ${PACK_FILES.join(', ')}; see “A city of your own” in docs/operations.md`,
    )
  }
}

/**
 * Reads a file of the folder, bounded before and after it is unpacked; null where there is none.
 * @param read throws CityFileError
 * @param setting that names the folder
 * @throws ConfigError with path and reason
 */
export function readPackFile<T>(
  folder: string,
  name: Exclude<PackFile, 'map.pmtiles'>,
  read: (json: unknown) => T,
  setting = 'CITY_DIR',
): T | null {
  const path = packFile(folder, name)
  if (!path) return null
  try {
    return read(readJson(path))
  } catch (error) {
    if (!(error instanceof CityFileError)) throw error
    throw new ConfigError(`${setting}: ${path} ${error.message}`)
  }
}

function readJson(path: string): unknown {
  const { descriptor, stats, close } = openRegularFile(path)
  try {
    if (stats.size === 0) unusable('is empty')
    if (stats.size > LARGEST_PACKED_MB * MEGABYTE) {
      const megabytes = Math.ceil(stats.size / MEGABYTE)
      unusable(
        `has ${megabytes} MB, at most ${LARGEST_PACKED_MB} are read: cut it to where your vehicles drive`,
      )
    }
    return JSON.parse(unpack(readFileSync(descriptor)))
  } catch (error) {
    if (error instanceof SyntaxError) damaged('it is not JSON')
    throw error
  } finally {
    close()
  }
}

function unpack(bytes: Uint8Array): string {
  const maxOutputLength = LARGEST_UNPACKED_MB * MEGABYTE
  try {
    return gunzipSync(bytes, { maxOutputLength }).toString()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    unusable(reasonOfZlib(code))
  }
}

function reasonOfZlib(code: string | undefined): string {
  if (code === 'ERR_BUFFER_TOO_LARGE') return `unpacks to more than ${LARGEST_UNPACKED_MB} MB`
  if (code === 'Z_BUF_ERROR') return 'is truncated'
  if (code === 'Z_DATA_ERROR') return 'is no gzip file, or damaged'
  return `cannot be unpacked (${code})`
}
