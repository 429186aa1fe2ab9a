import { createHash } from 'node:crypto'
import { fstatSync, read } from 'node:fs'
import {
  bytesToHeader,
  Compression,
  type Header,
  PMTiles,
  ResolvedValueCache,
  type Source,
  TileType,
} from 'pmtiles'
import { ConfigError } from '@/lib/app/settings/config-error'
import { CityFileError, damaged, openRegularFile, unusable } from '@/lib/city/pack'
import {
  attributionOf,
  boundsOf,
  checkBeginning,
  checkHeader,
  checkSchema,
  contentTypeOf,
  HEADER_BYTES,
  layersOf,
  type TileAddress,
  touches,
  unpackDirectory,
  unpackMetadata,
} from './checks'

export type MapArchive = Awaited<ReturnType<typeof openArchive>>

// A directory of a large archive has about 30,000 entries, 2 MB in memory.
const CACHED_DIRECTORIES = 16
const VERSION_CHARACTERS = 16

/** Opens and checks a map. @throws ConfigError with the setting that named it, path and reason */
export async function openMapArchive(path: string, setting = 'CITY_DIR'): Promise<MapArchive> {
  let source: FileSource | undefined
  try {
    source = openFileSource(path)
    return await openArchive(source)
  } catch (error) {
    source?.close()
    if (!(error instanceof CityFileError)) throw error
    throw new ConfigError(`${setting}: ${path} ${error.message}`)
  }
}

async function openArchive(source: FileSource) {
  if (source.sizeBytes === 0) unusable('is empty')
  const { data: beginning } = await source.getBytes(0, HEADER_BYTES)
  checkBeginning(new Uint8Array(beginning))
  const directories = new ResolvedValueCache(CACHED_DIRECTORIES, undefined, unpackDirectory)
  // Tiles stay as they are stored.
  const archive = new PMTiles(source, directories, async (tile) => tile)
  const header = await readHeader(archive, beginning, source)
  const contentType = contentTypeOf(header)
  const metadata = await readMetadata(source, header)
  const isVector = header.tileType === TileType.Mvt
  const hasPoints = layersOf(metadata).some(({ id }) => id === 'pois')
  if (isVector) checkSchema(metadata)
  const bounds = boundsOf(header)
  const kind: 'vector' | 'raster' = isVector ? 'vector' : 'raster'
  return {
    kind,
    version: versionOf(source, beginning),
    minZoom: header.minZoom,
    maxZoom: header.maxZoom,
    hasPoints,
    bounds,
    /** Plain text. */
    attribution: attributionOf(metadata),
    contentType,
    /** Null: tiles are stored as they are. */
    contentEncoding: header.tileCompression === Compression.Gzip ? ('gzip' as const) : null,
    /**
     * The stored bytes; null where there is no tile.
     * @throws ArchiveReplaced, CityFileError when the file is damaged
     */
    async tile(address: TileAddress): Promise<ArrayBuffer | null> {
      const { z, x, y } = address
      const hasZoom = z >= header.minZoom && z <= header.maxZoom
      if (!hasZoom || !touches(address, bounds)) return null
      const tile = await archive.getZxy(z, x, y)
      return tile?.data ?? null
    },
    close: source.close,
  }
}

/** Differs for every file, so that its tiles can be cached for ever. */
function versionOf(source: FileSource, beginning: ArrayBuffer): string {
  const hash = createHash('sha256')
  hash.update(`${source.sizeBytes} ${source.modifiedAtMs} `)
  hash.update(new Uint8Array(beginning))
  return hash.digest('hex').slice(0, VERSION_CHARACTERS)
}

async function readHeader(
  archive: PMTiles,
  beginning: ArrayBuffer,
  source: FileSource,
): Promise<Header> {
  // Before pmtiles follows its offsets.
  checkHeader(bytesToHeader(beginning), source.sizeBytes)
  try {
    return await archive.getHeader()
  } catch (error) {
    if (error instanceof CityFileError) throw error
    damaged('its root directory is unreadable')
  }
}

async function readMetadata(source: FileSource, header: Header): Promise<unknown> {
  if (header.jsonMetadataLength === 0) return {}
  const { data } = await source.getBytes(header.jsonMetadataOffset, header.jsonMetadataLength)
  return unpackMetadata(data, header.internalCompression)
}

/** The file was overwritten while it was open: bytes of both versions may be in it. */
export class ArchiveReplaced extends Error {
  override readonly name = 'ArchiveReplaced'
}

interface FileSource extends Source {
  readonly sizeBytes: number
  readonly modifiedAtMs: number
  close(): void
}

/**
 * A file that stays the one that was opened. A file moved over it is another one; an
 * overwritten one is refused.
 * @throws CityFileError when it cannot be opened
 */
function openFileSource(path: string): FileSource {
  const { descriptor, stats: opened, close } = openRegularFile(path)
  return {
    sizeBytes: opened.size,
    modifiedAtMs: opened.mtimeMs,
    getKey: () => path,
    async getBytes(offset, length) {
      // pmtiles reads the header as the first 16 KB, which a small file does not have.
      const bytes = offset === 0 ? Math.min(length, opened.size) : length
      if (!isRange(offset, bytes) || offset + bytes > opened.size) {
        damaged(`it refers to ${length} bytes at ${offset} of its ${opened.size}`)
      }
      const data = await readBytes(descriptor, offset, bytes)

      // Not by its change time, which a file moved over this one changes too.
      const { size, mtimeMs } = fstatSync(descriptor)
      const isSame = size === opened.size && mtimeMs === opened.mtimeMs
      if (!isSame || data === null) {
        throw new ArchiveReplaced(`${path} was overwritten; restart Kerbside to serve the new map`)
      }
      return { data }
    },
    close,
  }
}

/** @returns null when the file has become shorter */
function readBytes(
  descriptor: number,
  offset: number,
  length: number,
): Promise<ArrayBuffer | null> {
  const buffer = new Uint8Array(length)
  return new Promise((resolve, reject) => {
    read(descriptor, buffer, 0, length, offset, (error, bytesRead) => {
      if (error) reject(error)
      else resolve(bytesRead === length ? buffer.buffer : null)
    })
  })
}

function isRange(offset: number, length: number): boolean {
  return Number.isSafeInteger(offset) && Number.isSafeInteger(length) && offset >= 0 && length > 0
}
