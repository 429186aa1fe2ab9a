import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { Compression, type DecompressFunc, type Header, readVarint, TileType } from 'pmtiles'
import { z } from 'zod'
import type { MapArchiveState } from '@/lib/api/contract/answers'
import { CityFileError, damaged, unusable } from '@/lib/city/pack'

export const HEADER_BYTES = 127
/** Source: PMTiles 3, "the root directory is contained in the first 16,384 bytes" */
const ROOT_END_BYTES = 16_384
const VERSION = 3
/** A tile of zoom 22 is 10 m wide. */
const LARGEST_ZOOM = 22

const PLAIN = [Compression.Unknown, Compression.None, Compression.Gzip]

type Bounds = MapArchiveState['bounds']

const WORLD: Bounds = { west: -180, south: -90, east: 180, north: 90 }

/** Before pmtiles reads it. @throws CityFileError */
export function checkBeginning(bytes: Uint8Array): void {
  if (bytes.length < HEADER_BYTES) unusable(`is no map: it has only ${bytes.length} bytes`)
  if (new TextDecoder('latin1').decode(bytes.subarray(0, 7)) !== 'PMTiles')
    unusable('is no PMTiles archive')
  if (bytes[7] !== VERSION)
    unusable(`is of PMTiles version ${bytes[7]}; version ${VERSION} is read`)
}

/** @throws CityFileError */
export function checkHeader(header: Header, sizeBytes: number): void {
  const sections = [
    ['root directory', header.rootDirectoryOffset, header.rootDirectoryLength],
    ['description', header.jsonMetadataOffset, header.jsonMetadataLength],
    ['leaf directories', header.leafDirectoryOffset, header.leafDirectoryLength ?? 0],
    ['tiles', header.tileDataOffset, header.tileDataLength ?? 0],
  ] as const
  for (const [name, offset, length] of sections) {
    if (length > 0 && offset + length > sizeBytes)
      unusable(`is truncated: its ${name} end at ${offset + length}, it has ${sizeBytes} bytes`)
  }
  if (header.rootDirectoryLength === 0 || !header.tileDataLength) unusable('has no tiles')
  if (header.rootDirectoryOffset + header.rootDirectoryLength > ROOT_END_BYTES)
    damaged(`its root directory ends after ${ROOT_END_BYTES} bytes`)
  const isPlain = [header.internalCompression, header.tileCompression].every((one) =>
    PLAIN.includes(one),
  )
  if (!isPlain) unusable('is compressed in another way than gzip; convert it with `pmtiles`')
  if (header.minZoom > header.maxZoom || header.maxZoom > LARGEST_ZOOM)
    unusable(`has zooms ${header.minZoom} to ${header.maxZoom}; 0 to ${LARGEST_ZOOM} are possible`)
}

/** The area of an archive; the world where its header has none. @throws CityFileError */
export function boundsOf({ minLon, minLat, maxLon, maxLat }: Header): Bounds {
  if (minLon === 0 && minLat === 0 && maxLon === 0 && maxLat === 0) return WORLD
  const isArea = minLon < maxLon && minLat < maxLat
  if (isArea && minLon >= -180 && maxLon <= 180 && minLat >= -90 && maxLat <= 90)
    return { west: minLon, south: minLat, east: maxLon, north: maxLat }
  unusable(`has no usable area: ${minLon},${minLat} to ${maxLon},${maxLat}`)
}

const CONTENT_TYPES: Partial<Record<TileType, string>> = {
  [TileType.Mvt]: 'application/vnd.mapbox-vector-tile',
  [TileType.Png]: 'image/png',
  [TileType.Jpeg]: 'image/jpeg',
  [TileType.Webp]: 'image/webp',
  [TileType.Avif]: 'image/avif',
}

/** @throws CityFileError */
export function contentTypeOf({ tileType }: Header): string {
  const type = CONTENT_TYPES[tileType]
  if (type !== undefined) return type
  unusable(
    `has tiles of an unknown type (${tileType}); vector tiles (MVT), PNG, JPEG, WebP and AVIF are read`,
  )
}

// Source: https://docs.protomaps.com/basemaps/layers
const LAYERS = 'boundaries buildings earth landcover landuse places pois roads water'.split(' ')
const DEFAULT_ATTRIBUTION = '© OpenStreetMap contributors'

const metadataSchema = z.object({
  attribution: z.string().max(1000).optional().catch(undefined),
  vector_layers: z
    .array(z.object({ id: z.string(), fields: z.record(z.string(), z.unknown()).optional() }))
    .optional(),
})

/**
 * Only the layers tell schemas apart: Protomaps 4 calls a road's class
 * `kind`, version 3 `pmap:kind`.
 * @throws CityFileError for vector tiles of another schema
 */
export function checkSchema(metadata: unknown): void {
  const layers = metadataSchema.safeParse(metadata).data?.vector_layers ?? []
  const ids = layers.map(({ id }) => id)
  const hasGround = ids.includes('earth') && ids.includes('roads')
  const fields = Object.keys(layers.find(({ id }) => id === 'roads')?.fields ?? {})
  if (
    hasGround &&
    ids.every((id) => LAYERS.includes(id)) &&
    (fields.length === 0 || fields.includes('kind'))
  )
    return
  const has = ids.length === 0 ? 'names no layers' : `has the layers ${ids.slice(0, 12).join(', ')}`
  unusable(
    `${has}; Kerbside draws vector tiles in the Protomaps schema, version 4 (${LAYERS.join(', ')})`,
  )
}

/** Plain text: archives of Protomaps write links. */
export function attributionOf(metadata: unknown): string {
  const text = metadataSchema.safeParse(metadata).data?.attribution ?? ''
  return text.replaceAll(/<[^>]*>|[<>\p{Cc}]/gu, '').trim() || DEFAULT_ATTRIBUTION
}

const LARGEST_BYTES = { directory: 2 * 1024 * 1024, description: 4 * 1024 * 1024 }
// An entry of a directory has at least one byte for each of id, run length, length and offset.
const ENTRY_BYTES = 4

/**
 * A directory of an archive. Its count of entries is checked, since pmtiles would make as many.
 * @throws CityFileError
 */
export const unpackDirectory: DecompressFunc = async (packed, compression) => {
  const directory = await unpack(packed, compression, 'directory')
  const entries = readVarint({ buf: directory, pos: 0 })
  if (entries * ENTRY_BYTES > directory.length)
    damaged(`a directory of ${directory.length} bytes claims ${entries} tiles`)
  return directory.buffer as ArrayBuffer
}

/** @throws CityFileError */
export async function unpackMetadata(
  packed: ArrayBuffer,
  compression: Compression,
): Promise<unknown> {
  const text = new TextDecoder().decode(await unpack(packed, compression, 'description'))
  try {
    return JSON.parse(text)
  } catch {
    damaged('its description is not JSON')
  }
}

async function unpack(
  packed: ArrayBuffer,
  compression: Compression,
  what: keyof typeof LARGEST_BYTES,
) {
  const bytes = new Uint8Array(packed)
  const limit = LARGEST_BYTES[what]
  const tooLarge = new CityFileError(`has a ${what} that unpacks to more than ${limit} bytes`)
  if (compression !== Compression.Gzip && bytes.length > limit) throw tooLarge
  if (compression !== Compression.Gzip) return bytes
  const unpacked = await promisify(gunzip)(bytes, { maxOutputLength: limit }).catch(
    (error: Error) => {
      const isTooLarge = 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
      throw isTooLarge ? tooLarge : new CityFileError(`is damaged: a ${what} cannot be unpacked`)
    },
  )
  return new Uint8Array(unpacked)
}

export interface TileAddress {
  readonly z: number
  readonly x: number
  readonly y: number
}

/** @returns null unless all three are whole numbers of a tile that exists in the world */
export function parseTileAddress(z: string, x: string, y: string): TileAddress | null {
  if (![z, x, y].every((text) => /^(0|[1-9]\d{0,6})$/.test(text))) return null
  const address = { z: Number(z), x: Number(x), y: Number(y) }
  const tiles = 2 ** address.z
  return address.z <= LARGEST_ZOOM && address.x < tiles && address.y < tiles ? address : null
}

export function touches({ z, x, y }: TileAddress, { west, south, east, north }: Bounds): boolean {
  const tiles = 2 ** z
  return (
    (x + 1) / tiles >= (west + 180) / 360 &&
    x / tiles <= (east + 180) / 360 &&
    (y + 1) / tiles >= mercatorY(north) &&
    y / tiles <= mercatorY(south)
  )
}

/** 0 at the northern edge of the map, 1 at the southern. */
function mercatorY(latitude: number): number {
  const sine = Math.sin((latitude * Math.PI) / 180)
  const y = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)
  return Math.min(1, Math.max(0, y))
}
