import { type Header, TileType } from 'pmtiles'
import { ArchiveError } from './archive-error'

export const HEADER_BYTES = 127
/** Source: PMTiles 3, "the root directory is contained in the first 16,384 bytes" */
const ROOT_END_BYTES = 16_384
const VERSION = 3
/** A tile of zoom 22 is 10 m wide. */
const LARGEST_ZOOM = 22

export interface Bounds {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

const WORLD: Bounds = { west: -180, south: -90, east: 180, north: 90 }

/** Before pmtiles reads it. @throws ArchiveError */
export function checkBeginning(bytes: Uint8Array): void {
  if (bytes.length < HEADER_BYTES) throw new ArchiveError(`is no map: it has only ${bytes.length} bytes`)
  if (new TextDecoder('latin1').decode(bytes.subarray(0, 7)) !== 'PMTiles')
    throw new ArchiveError('is no PMTiles archive')
  if (bytes[7] !== VERSION)
    throw new ArchiveError(`is of PMTiles version ${bytes[7]}; version ${VERSION} is read`)
}

/** @throws ArchiveError */
export function checkHeader(header: Header, sizeBytes: number): void {
  const sections = [
    ['root directory', header.rootDirectoryOffset, header.rootDirectoryLength],
    ['description', header.jsonMetadataOffset, header.jsonMetadataLength],
    ['leaf directories', header.leafDirectoryOffset, header.leafDirectoryLength ?? 0],
    ['tiles', header.tileDataOffset, header.tileDataLength ?? 0],
  ] as const
  for (const [name, offset, length] of sections) {
    if (length > 0 && offset + length > sizeBytes) {
      throw new ArchiveError(`is truncated: its ${name} end at ${offset + length}, it has ${sizeBytes} bytes`)
    }
  }
  if (header.rootDirectoryLength === 0 || !header.tileDataLength) throw new ArchiveError('has no tiles')
  if (header.rootDirectoryOffset + header.rootDirectoryLength > ROOT_END_BYTES)
    throw new ArchiveError(`is damaged: its root directory ends after ${ROOT_END_BYTES} bytes`)
  if (header.minZoom > header.maxZoom || header.maxZoom > LARGEST_ZOOM) {
    throw new ArchiveError(
      `has zooms ${header.minZoom} to ${header.maxZoom}; 0 to ${LARGEST_ZOOM} are possible`,
    )
  }
}

/** The area of an archive; the world where its header has none. @throws ArchiveError */
export function boundsOf({ minLon, minLat, maxLon, maxLat }: Header): Bounds {
  if (minLon === 0 && minLat === 0 && maxLon === 0 && maxLat === 0) return WORLD
  const isArea = minLon < maxLon && minLat < maxLat
  if (isArea && minLon >= -180 && maxLon <= 180 && minLat >= -90 && maxLat <= 90)
    return { west: minLon, south: minLat, east: maxLon, north: maxLat }
  throw new ArchiveError(`has no usable area: ${minLon},${minLat} to ${maxLon},${maxLat}`)
}

const CONTENT_TYPES: Partial<Record<TileType, string>> = {
  [TileType.Mvt]: 'application/vnd.mapbox-vector-tile',
  [TileType.Png]: 'image/png',
  [TileType.Jpeg]: 'image/jpeg',
  [TileType.Webp]: 'image/webp',
  [TileType.Avif]: 'image/avif',
}

/** @throws ArchiveError */
export function contentTypeOf({ tileType }: Header): string {
  const type = CONTENT_TYPES[tileType]
  if (type !== undefined) return type
  throw new ArchiveError(
    `has tiles of an unknown type (${tileType}); vector tiles (MVT), PNG, JPEG, WebP and AVIF are read`,
  )
}
