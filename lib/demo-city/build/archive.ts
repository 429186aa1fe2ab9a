import { gzipSync } from 'node:zlib'
import { zxyToTileId } from 'pmtiles'
import type { Bounds } from './sea'

export interface Tile {
  z: number
  x: number
  y: number
  /** A vector tile, not compressed. */
  bytes: Uint8Array
}

const HEADER_BYTES = 127
const GZIP = 2
const VECTOR = 1

/**
 * Writes a PMTiles archive with one directory; equal tiles are stored once.
 * Source: PMTiles version 3 specification.
 */
export function writeArchive(
  tiles: readonly Tile[],
  { metadata, bounds }: { metadata: object; bounds: Bounds },
): Buffer {
  const sorted = tiles
    .map((tile) => ({ ...tile, id: zxyToTileId(tile.z, tile.x, tile.y) }))
    .sort((a, b) => a.id - b.id)
  const contents: Buffer[] = []
  const stored = new Map<string, { offset: number; length: number }>()
  let dataBytes = 0
  const entries = sorted.map(({ id, bytes }) => {
    const packed = gzipSync(bytes, { level: 9 })
    const key = packed.toString('base64')
    const place = stored.get(key) ?? { offset: dataBytes, length: packed.length }
    if (!stored.has(key)) {
      stored.set(key, place)
      contents.push(packed)
      dataBytes += packed.length
    }
    return { id, ...place }
  })
  const directory = gzipSync(writeDirectory(entries), { level: 9 })
  const details = gzipSync(JSON.stringify(metadata), { level: 9 })
  const zooms = sorted.map(({ z }) => z)
  const header = writeHeader({
    directoryBytes: directory.length,
    metadataBytes: details.length,
    dataBytes,
    tiles: entries.length,
    contents: contents.length,
    minimumZoom: Math.min(...zooms),
    maximumZoom: Math.max(...zooms),
    bounds,
  })
  return Buffer.concat([header, directory, details, ...contents])
}

interface Entry {
  id: number
  offset: number
  length: number
}

/** Columns of variable-length numbers: differences of ids, run lengths, lengths, offsets. */
function writeDirectory(entries: readonly Entry[]): Uint8Array {
  const columns = [
    entries.map(({ id }, index) => id - (entries[index - 1]?.id ?? 0)),
    entries.map(() => 1),
    entries.map(({ length }) => length),
    entries.map(({ offset }, index) => {
      const before = entries[index - 1]
      return before && before.offset + before.length === offset ? 0 : offset + 1
    }),
  ]
  return Uint8Array.from([entries.length, ...columns.flat()].flatMap(toVarint))
}

function toVarint(value: number): number[] {
  const bytes: number[] = []
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) + 128)
  return [...bytes, value]
}

function writeHeader(counts: {
  directoryBytes: number
  metadataBytes: number
  dataBytes: number
  tiles: number
  contents: number
  minimumZoom: number
  maximumZoom: number
  bounds: Bounds
}): Buffer {
  const { directoryBytes, metadataBytes, dataBytes, tiles, contents, minimumZoom, maximumZoom, bounds } =
    counts
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('PMTiles')
  header.writeUInt8(3, 7)
  const dataOffset = HEADER_BYTES + directoryBytes + metadataBytes
  const lengths = [
    [HEADER_BYTES, directoryBytes],
    [HEADER_BYTES + directoryBytes, metadataBytes],
    // No leaf directories.
    [dataOffset, 0],
    [dataOffset, dataBytes],
    [tiles, tiles],
  ].flat()
  for (const [index, value] of [...lengths, contents].entries())
    header.writeBigUInt64LE(BigInt(value), 8 + 8 * index)
  header.set([1, GZIP, GZIP, VECTOR, minimumZoom, maximumZoom], 96)
  const { west, south, east, north } = bounds
  const degrees = [west, south, east, north].map((value) => Math.round(value * 1e7))
  for (const [index, value] of degrees.entries()) header.writeInt32LE(value, 102 + 4 * index)
  header.writeUInt8(Math.round((minimumZoom + maximumZoom) / 2), 118)
  header.writeInt32LE(Math.round(((west + east) / 2) * 1e7), 119)
  header.writeInt32LE(Math.round(((south + north) / 2) * 1e7), 123)
  return header
}
