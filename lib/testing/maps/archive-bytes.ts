import { gzipSync } from 'node:zlib'
import Pbf from 'pbf'
import { zxyToTileId } from 'pmtiles'

const HEADER_BYTES = 127
const GZIP = 2

export interface TestTile {
  readonly z: number
  readonly x: number
  readonly y: number
  readonly bytes: Uint8Array
}

export interface TestArchive {
  readonly tiles: readonly TestTile[]
  readonly metadata?: unknown
  /** 1 MVT, 2 PNG. */
  readonly tileType?: number
  /** west, south, east, north */
  readonly bounds?: readonly [number, number, number, number]
  /** Entries in each leaf directory; by default all are in the root. */
  readonly leafEntries?: number
  /** Overwrites a directory before it is compressed. */
  readonly directory?: (bytes: Uint8Array) => Uint8Array
  /** Bytes in front of every tile, so that a benchmark's file is large. */
  readonly paddingBytes?: number
}

interface Entry {
  tileId: number
  offset: number
  length: number
  runLength: number
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

/** A PMTiles archive with gzipped tiles. Source: PMTiles specification 3 */
export function archiveBytes({
  tiles,
  metadata = PROTOMAPS_METADATA,
  tileType = 1,
  bounds = [-180, -85, 180, 85],
  leafEntries,
  directory = (bytes) => bytes,
  paddingBytes = 0,
}: TestArchive): Buffer {
  const stored: Buffer[] = []
  let offset = 0
  const isVector = tileType === 1
  const entries = tiles
    .map((tile) => ({ tile, tileId: zxyToTileId(tile.z, tile.x, tile.y) }))
    .sort((a, b) => a.tileId - b.tileId)
    .map(({ tile, tileId }): Entry => {
      const bytes = isVector ? gzipSync(tile.bytes) : Buffer.from(tile.bytes)
      stored.push(Buffer.alloc(paddingBytes), bytes)
      const entry = { tileId, offset: offset + paddingBytes, length: bytes.length, runLength: 1 }
      offset += paddingBytes + bytes.length
      return entry
    })
  const pack = (list: Entry[]) => gzipSync(directory(directoryBytes(list)))
  const leaves = leafEntries
    ? leavesOf(entries, leafEntries, pack)
    : { root: entries, bytes: Buffer.alloc(0) }
  const root = pack(leaves.root)
  const description = gzipSync(JSON.stringify(metadata))
  const data = Buffer.concat(stored)
  const zooms = tiles.map(({ z }) => z)
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('PMTiles', 'latin1')
  header[7] = 3
  let at = HEADER_BYTES
  const sections = [root, description, leaves.bytes, data]
  sections.forEach((section, n) => {
    header.writeBigUInt64LE(BigInt(at), 8 + n * 16)
    header.writeBigUInt64LE(BigInt(section.length), 16 + n * 16)
    at += section.length
  })
  for (const place of [72, 80, 88]) header.writeBigUInt64LE(BigInt(entries.length), place)
  header.set([1, GZIP, isVector ? GZIP : 1, tileType, Math.min(...zooms), Math.max(...zooms)], 96)
  bounds.forEach((degrees, n) => {
    header.writeInt32LE(Math.round(degrees * 1e7), 102 + n * 4)
  })
  header[118] = Math.min(...zooms)
  header.writeInt32LE(Math.round(((bounds[0] + bounds[2]) / 2) * 1e7), 119)
  header.writeInt32LE(Math.round(((bounds[1] + bounds[3]) / 2) * 1e7), 123)
  return Buffer.concat([header, ...sections])
}

function leavesOf(entries: Entry[], size: number, pack: (list: Entry[]) => Buffer) {
  const root: Entry[] = []
  const packed: Buffer[] = []
  let offset = 0
  for (let n = 0; n < entries.length; n += size) {
    const bytes = pack(entries.slice(n, n + size))
    root.push({ tileId: entries[n]?.tileId ?? 0, offset, length: bytes.length, runLength: 0 })
    packed.push(bytes)
    offset += bytes.length
  }
  return { root, bytes: Buffer.concat(packed) }
}

function directoryBytes(entries: readonly Entry[]): Uint8Array {
  const pbf = new Pbf()
  pbf.writeVarint(entries.length)
  let last = 0
  for (const { tileId } of entries) {
    pbf.writeVarint(tileId - last)
    last = tileId
  }
  for (const { runLength } of entries) pbf.writeVarint(runLength)
  for (const { length } of entries) pbf.writeVarint(length)
  for (const { offset } of entries) pbf.writeVarint(offset + 1)
  return pbf.finish()
}
