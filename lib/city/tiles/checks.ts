import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { Compression, type DecompressFunc, type Header, readVarint, TileType } from 'pmtiles'
import { z } from 'zod'
import type { MapArchiveState } from '@/lib/api/contract/answers'
import { damaged, unusable } from '@/lib/city/pack'

export const HEADER_BYTES = 127
/** Source: PMTiles 3, "the root directory is contained in the first 16,384 bytes" */
const ROOT_END_BYTES = 16_384
const VERSION = 3
/** A tile of zoom 22 is 10 m wide. */
const LARGEST_ZOOM = 22

const READABLE = [Compression.Unknown, Compression.None, Compression.Gzip]

type Bounds = MapArchiveState['bounds']

const WORLD: Bounds = { west: -180, south: -90, east: 180, north: 90 }

/** Before pmtiles reads it. @throws CityFileError */
export function checkBeginning(bytes: Uint8Array): void {
  if (bytes.length < HEADER_BYTES) unusable(`is no map: it has only ${bytes.length} bytes`)
  const format = new TextDecoder('latin1').decode(bytes.subarray(0, 7))
  if (format !== 'PMTiles') unusable('is no PMTiles archive')
  const version = bytes[7]
  if (version !== VERSION) {
    unusable(`is of PMTiles version ${version}; version ${VERSION} is read`)
  }
}

/** @throws CityFileError */
export function checkHeader(header: Header, sizeBytes: number): void {
  const {
    rootDirectoryOffset,
    rootDirectoryLength,
    jsonMetadataOffset,
    jsonMetadataLength,
    leafDirectoryOffset,
    leafDirectoryLength = 0,
    tileDataOffset,
    tileDataLength = 0,
    internalCompression,
    tileCompression,
    minZoom,
    maxZoom,
  } = header
  checkSection('root directory', rootDirectoryOffset, rootDirectoryLength, sizeBytes)
  checkSection('description', jsonMetadataOffset, jsonMetadataLength, sizeBytes)
  checkSection('leaf directories', leafDirectoryOffset, leafDirectoryLength, sizeBytes)
  checkSection('tiles', tileDataOffset, tileDataLength, sizeBytes)

  if (rootDirectoryLength === 0 || tileDataLength === 0) unusable('has no tiles')
  if (rootDirectoryOffset + rootDirectoryLength > ROOT_END_BYTES) {
    damaged(`its root directory ends after ${ROOT_END_BYTES} bytes`)
  }
  if (!READABLE.includes(internalCompression) || !READABLE.includes(tileCompression)) {
    unusable('is compressed in another way than gzip; convert it with `pmtiles`')
  }
  if (minZoom > maxZoom || maxZoom > LARGEST_ZOOM) {
    unusable(`has zooms ${minZoom} to ${maxZoom}; 0 to ${LARGEST_ZOOM} are possible`)
  }
}

function checkSection(name: string, offset: number, length: number, sizeBytes: number): void {
  const end = offset + length
  if (length > 0 && end > sizeBytes) {
    unusable(`is truncated: its ${name} end at ${end}, it has ${sizeBytes} bytes`)
  }
}

/** The area of an archive; the world where its header has none. @throws CityFileError */
export function boundsOf({ minLon, minLat, maxLon, maxLat }: Header): Bounds {
  const isMissing = minLon === 0 && minLat === 0 && maxLon === 0 && maxLat === 0
  if (isMissing) return WORLD

  const isArea = minLon < maxLon && minLat < maxLat
  const isOnEarth = minLon >= -180 && maxLon <= 180 && minLat >= -90 && maxLat <= 90
  if (!isArea || !isOnEarth) {
    unusable(`has no usable area: ${minLon},${minLat} to ${maxLon},${maxLat}`)
  }
  return {
    west: minLon,
    south: minLat,
    east: maxLon,
    north: maxLat,
  }
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
const LAYERS = [
  'boundaries',
  'buildings',
  'earth',
  'landcover',
  'landuse',
  'places',
  'pois',
  'roads',
  'water',
]
const NAMED_LAYERS_MAXIMUM = 12
const DEFAULT_ATTRIBUTION = '© OpenStreetMap contributors'

const layerSchema = z.object({
  id: z.string(),
  fields: z.record(z.string(), z.unknown()).optional(),
})

const metadataSchema = z.object({
  attribution: z.string().max(1000).optional().catch(undefined),
  vector_layers: z.array(layerSchema).optional(),
})

/** Vector layers of a description. */
export function layersOf(metadata: unknown): readonly z.infer<typeof layerSchema>[] {
  return metadataSchema.safeParse(metadata).data?.vector_layers ?? []
}

/**
 * Only the layers tell schemas apart: Protomaps 4 calls a road's class
 * `kind`, version 3 `pmap:kind`.
 * @throws CityFileError for vector tiles of another schema
 */
export function checkSchema(metadata: unknown): void {
  const layers = layersOf(metadata)
  const ids = layers.map(({ id }) => id)
  const hasGround = ids.includes('earth') && ids.includes('roads')
  const hasOnlyKnown = ids.every((id) => LAYERS.includes(id))
  const roads = layers.find(({ id }) => id === 'roads')
  const roadFields = Object.keys(roads?.fields ?? {})
  const mayHaveKind = roadFields.length === 0 || roadFields.includes('kind')
  if (hasGround && hasOnlyKnown && mayHaveKind) return

  unusable(
    `${layersInWords(ids)}; Kerbside draws vector tiles in the Protomaps schema, version 4 (${LAYERS.join(', ')})`,
  )
}

function layersInWords(ids: readonly string[]): string {
  if (ids.length === 0) return 'names no layers'
  return `has the layers ${ids.slice(0, NAMED_LAYERS_MAXIMUM).join(', ')}`
}

/** Plain text: archives of Protomaps write links. */
export function attributionOf(metadata: unknown): string {
  const text = metadataSchema.safeParse(metadata).data?.attribution ?? ''
  return text.replaceAll(/<[^>]*>|[<>\p{Cc}]/gu, '').trim() || DEFAULT_ATTRIBUTION
}

type Section = 'directory' | 'description'

const LARGEST_BYTES: Readonly<Record<Section, number>> = {
  directory: 2 * 1024 * 1024,
  description: 4 * 1024 * 1024,
}
// An entry of a directory has at least one byte for each of id, run length, length and offset.
const ENTRY_BYTES = 4

/**
 * A directory of an archive. Its count of entries is checked, since pmtiles would make as many.
 * @throws CityFileError
 */
export const unpackDirectory: DecompressFunc = async (packed, compression) => {
  const directory = await unpack(packed, compression, 'directory')
  const entries = readVarint({ buf: directory, pos: 0 })
  if (entries * ENTRY_BYTES > directory.length) {
    damaged(`a directory of ${directory.length} bytes claims ${entries} tiles`)
  }
  return directory.buffer as ArrayBuffer
}

/** @throws CityFileError */
export async function unpackMetadata(
  packed: ArrayBuffer,
  compression: Compression,
): Promise<unknown> {
  const bytes = await unpack(packed, compression, 'description')
  const text = new TextDecoder().decode(bytes)
  try {
    return JSON.parse(text)
  } catch {
    damaged('its description is not JSON')
  }
}

async function unpack(
  packed: ArrayBuffer,
  compression: Compression,
  section: Section,
): Promise<Uint8Array> {
  const bytes = new Uint8Array(packed)
  const limit = LARGEST_BYTES[section]
  const tooLarge = `has a ${section} that unpacks to more than ${limit} bytes`
  if (compression !== Compression.Gzip) {
    if (bytes.length > limit) unusable(tooLarge)
    return bytes
  }

  try {
    return new Uint8Array(await promisify(gunzip)(bytes, { maxOutputLength: limit }))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ERR_BUFFER_TOO_LARGE') unusable(tooLarge)
    damaged(`a ${section} cannot be unpacked`)
  }
}

export interface TileAddress {
  readonly z: number
  readonly x: number
  readonly y: number
}

/** @returns null unless all three are whole numbers of a tile that exists in the world */
export function parseTileAddress(z: string, x: string, y: string): TileAddress | null {
  if (![z, x, y].every((text) => /^(0|[1-9]\d{0,6})$/.test(text))) return null
  const address = {
    z: Number(z),
    x: Number(x),
    y: Number(y),
  }
  const tiles = 2 ** address.z
  const exists = address.z <= LARGEST_ZOOM && address.x < tiles && address.y < tiles
  return exists ? address : null
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
