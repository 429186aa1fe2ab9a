import { gzipSync } from 'node:zlib'
import { zxyToTileId } from 'pmtiles'

export interface Tile {
  readonly z: number
  readonly x: number
  readonly y: number
  /** Not compressed. */
  readonly bytes: Uint8Array
}

/** In degrees. */
interface Bounds {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

export interface ArchiveOptions {
  readonly metadata: unknown
  readonly bounds: Bounds
  /** By default vector tiles. */
  readonly tileType?: number
  /** Entries in each leaf directory; by default all are in the root. */
  readonly leafEntries?: number
  /** Changes each directory before it is compressed. */
  readonly editDirectory?: (bytes: Uint8Array) => Uint8Array
}

interface Entry {
  readonly id: number
  readonly offset: number
  readonly length: number
  /** 0 for a leaf directory. */
  readonly run: number
}

const HEADER_BYTES = 127
const PLAIN = 1
const GZIP = 2
const VECTOR = 1

/** Writes a PMTiles archive; equal tiles are stored once. Source: PMTiles version 3 specification. */
export function writeArchive(tiles: readonly Tile[], options: ArchiveOptions): Buffer {
  const { metadata, bounds, tileType = VECTOR, leafEntries, editDirectory = (bytes) => bytes } = options
  const { entries, contents } = store(tiles, options)
  const pack = (list: readonly Entry[]) => pressed(editDirectory(writeDirectory(list)))
  const { root, leaves } = leafEntries ? inLeaves(entries, leafEntries, pack) : { root: entries, leaves: [] }
  const sections = [
    pack(root),
    pressed(JSON.stringify(metadata)),
    Buffer.concat(leaves),
    Buffer.concat(contents),
  ]
  const zooms = tiles.map(({ z }) => z)
  const header = writeHeader({
    sections,
    tiles: entries.length,
    contents: new Set(entries.map(({ offset }) => offset)).size,
    tileCompression: tileType === VECTOR ? GZIP : PLAIN,
    tileType,
    minimumZoom: Math.min(...zooms),
    maximumZoom: Math.max(...zooms),
    bounds,
  })
  return Buffer.concat([header, ...sections])
}

function store(tiles: readonly Tile[], { tileType = VECTOR }: ArchiveOptions) {
  const contents: Buffer[] = []
  const stored = new Map<string, number>()
  let dataBytes = 0
  const keep = (bytes: Buffer): number => {
    contents.push(bytes)
    dataBytes += bytes.length
    return dataBytes - bytes.length
  }
  const entries = tiles
    .map((tile) => ({ ...tile, id: zxyToTileId(tile.z, tile.x, tile.y) }))
    .sort((a, b) => a.id - b.id)
    .map(({ id, bytes }): Entry => {
      const packed = tileType === VECTOR ? pressed(bytes) : Buffer.from(bytes)
      const key = packed.toString('base64')
      const offset = stored.get(key) ?? keep(packed)
      stored.set(key, offset)
      return { id, offset, length: packed.length, run: 1 }
    })
  return { entries, contents }
}

function inLeaves(entries: readonly Entry[], size: number, pack: (list: readonly Entry[]) => Buffer) {
  const root: Entry[] = []
  const leaves: Buffer[] = []
  let offset = 0
  for (let first = 0; first < entries.length; first += size) {
    const leaf = pack(entries.slice(first, first + size))
    root.push({ id: entries[first]?.id ?? 0, offset, length: leaf.length, run: 0 })
    leaves.push(leaf)
    offset += leaf.length
  }
  return { root, leaves }
}

function pressed(content: Uint8Array | string): Buffer {
  return gzipSync(content, { level: 9 })
}

/** Columns of variable-length numbers: differences of ids, run lengths, lengths, offsets. */
function writeDirectory(entries: readonly Entry[]): Uint8Array {
  const columns = [
    entries.map(({ id }, index) => id - (entries[index - 1]?.id ?? 0)),
    entries.map(({ run }) => run),
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

function writeHeader(values: {
  /** Root directory, metadata, leaf directories, tiles. */
  sections: readonly Buffer[]
  tiles: number
  contents: number
  tileCompression: number
  tileType: number
  minimumZoom: number
  maximumZoom: number
  bounds: Bounds
}): Buffer {
  const { sections, tiles, contents, tileCompression, tileType, minimumZoom, maximumZoom, bounds } = values
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('PMTiles')
  header.writeUInt8(3, 7)
  let offset = HEADER_BYTES
  const places = sections.flatMap(({ length }) => {
    offset += length
    return [offset - length, length]
  })
  for (const [index, value] of [...places, tiles, tiles, contents].entries())
    header.writeBigUInt64LE(BigInt(value), 8 + 8 * index)
  header.set([1, GZIP, tileCompression, tileType, minimumZoom, maximumZoom], 96)
  const { west, south, east, north } = bounds
  const degrees = [west, south, east, north].map((value) => Math.round(value * 1e7))
  for (const [index, value] of degrees.entries()) header.writeInt32LE(value, 102 + 4 * index)
  header.writeUInt8(Math.round((minimumZoom + maximumZoom) / 2), 118)
  header.writeInt32LE(Math.round(((west + east) / 2) * 1e7), 119)
  header.writeInt32LE(Math.round(((south + north) / 2) * 1e7), 123)
  return header
}
