import { gzipSync } from 'node:zlib'
import Pbf from 'pbf'
import { zxyToTileId } from 'pmtiles'

export interface TestTile {
  readonly z: number
  readonly x: number
  readonly y: number
  /** Not compressed. */
  readonly bytes: Uint8Array
}

export interface TestArchive {
  readonly tiles: readonly TestTile[]
  readonly metadata?: unknown
  /** west, south, east, north */
  readonly bounds?: readonly [number, number, number, number]
  /** By default vector tiles. */
  readonly tileType?: number
  /** Entries in each leaf directory; by default all are in the root. */
  readonly leafEntries?: number
  /** Changes each directory before it is compressed. */
  readonly editDirectory?: (bytes: Uint8Array) => Uint8Array
}

export const PROTOMAPS_METADATA = {
  name: 'Test',
  attribution: '<a href="https://www.openstreetmap.org/copyright">© OpenStreetMap</a> contributors',
  vector_layers: [
    { id: 'earth', fields: { kind: 'String' } },
    { id: 'water', fields: { kind: 'String' } },
    { id: 'roads', fields: { kind: 'String', name: 'String' } },
    { id: 'places', fields: { kind: 'String', name: 'String' } },
  ],
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
const pressed = (content: Uint8Array | string) => gzipSync(content, { level: 9 })

/**
 * A PMTiles archive, by default of the world in Protomaps' schema; equal tiles are stored once.
 * Source: PMTiles version 3 specification
 */
export function archiveBytes(archive: TestArchive): Buffer {
  const { tiles, metadata = PROTOMAPS_METADATA, tileType = VECTOR, leafEntries } = archive
  const { bounds = [-180, -85, 180, 85], editDirectory = (bytes) => bytes } = archive
  const stored = new Map<string, { offset: number; bytes: Buffer }>()
  let dataBytes = 0
  const entries = tiles
    .map(({ z, x, y, bytes }) => ({ id: zxyToTileId(z, x, y), bytes }))
    .sort((a, b) => a.id - b.id)
    .map((tile): Entry => {
      const bytes = tileType === VECTOR ? pressed(tile.bytes) : Buffer.from(tile.bytes)
      const key = bytes.toString('base64')
      const known = stored.get(key)
      const offset = known?.offset ?? dataBytes
      if (!known) dataBytes += bytes.length
      stored.set(key, { offset, bytes })
      return { id: tile.id, offset, length: bytes.length, run: 1 }
    })
  const pack = (list: readonly Entry[]) => pressed(editDirectory(directoryOf(list)))
  const root: Entry[] = leafEntries ? [] : entries
  const leaves: Buffer[] = []
  let offset = 0
  for (let from = 0; leafEntries && from < entries.length; from += leafEntries) {
    const leaf = pack(entries.slice(from, from + leafEntries))
    root.push({ id: entries[from]!.id, offset, length: leaf.length, run: 0 })
    leaves.push(leaf)
    offset += leaf.length
  }
  const contents = [...stored.values()].map(({ bytes }) => bytes)
  const sections = [
    pack(root),
    pressed(JSON.stringify(metadata)),
    Buffer.concat(leaves),
    Buffer.concat(contents),
  ]
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('PMTiles\u0003')
  let begin = HEADER_BYTES
  const places = sections.flatMap(({ length }) => {
    begin += length
    return [begin - length, length]
  })
  for (const [index, value] of [...places, entries.length, entries.length, stored.size].entries())
    header.writeBigUInt64LE(BigInt(value), 8 + 8 * index)
  const zooms = tiles.map(({ z }) => z)
  const lowest = Math.min(...zooms)
  const highest = Math.max(...zooms)
  header.set([1, GZIP, tileType === VECTOR ? GZIP : PLAIN, tileType, lowest, highest], 96)
  const [west, south, east, north] = bounds
  const middle = [(west + east) / 2, (south + north) / 2]
  for (const [index, degrees] of [...bounds, ...middle].entries())
    header.writeInt32LE(Math.round(degrees * 1e7), 102 + 4 * index + (index < 4 ? 0 : 1))
  header.writeUInt8(Math.round((lowest + highest) / 2), 118)
  return Buffer.concat([header, ...sections])
}

/** Columns of variable-length numbers: differences of ids, run lengths, lengths, offsets. */
function directoryOf(entries: readonly Entry[]): Uint8Array {
  const pbf = new Pbf()
  pbf.writeVarint(entries.length)
  for (const [n, { id }] of entries.entries()) pbf.writeVarint(id - (entries[n - 1]?.id ?? 0))
  for (const { run } of entries) pbf.writeVarint(run)
  for (const { length } of entries) pbf.writeVarint(length)
  for (const [n, { offset }] of entries.entries()) {
    const before = entries[n - 1]
    pbf.writeVarint(before && before.offset + before.length === offset ? 0 : offset + 1)
  }
  return pbf.finish()
}
