import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deflateSync } from 'node:zlib'
import { archiveBytes, type TestTile } from '@/lib/testing/maps/archive-bytes'
import { encodeTile } from '@/lib/testing/maps/vector-tile'

/** Real streets: the demo city's. */
export const VECTOR_FILE = fileURLToPath(
  new URL('../../../lib/demo-city/montevideo.pmtiles', import.meta.url),
)
export const CENTRE = { lat: -34.8941, lng: -56.1671 }
export const ZOOM = 14

const EMPTY = encodeTile({ earth: [], roads: [] })

const SIDE = 256
const RASTER_ZOOMS = [13, 14, 15]
/** Tiles of the smallest zoom in each direction from the centre. */
const REACH = 6

/** Pictures of the size of OpenStreetMap's, around the centre. */
export function writeRasterFile(folder: string): string {
  const path = join(folder, 'pictures.pmtiles')
  const tiles = RASTER_ZOOMS.flatMap((z, n) => tilesAround(z, REACH * 2 ** n, picture))
  writeFileSync(path, archiveBytes({ tiles, tileType: 2, metadata: {} }))
  return path
}

/** 10,201 small tiles, with as many bytes between them as make a file of `megabytes`. */
export function writeLargeFile(folder: string, megabytes: number): string {
  const path = join(folder, 'large.pmtiles')
  const tiles = tilesAround(ZOOM, 50, () => EMPTY)
  const paddingBytes = Math.floor((megabytes * 1e6) / tiles.length)
  writeFileSync(path, archiveBytes({ tiles, paddingBytes, leafEntries: 1000 }))
  return path
}

export function tileAt({ lat, lng }: typeof CENTRE, z: number): { x: number; y: number } {
  const radians = (lat * Math.PI) / 180
  return {
    x: Math.floor(((lng + 180) / 360) * 2 ** z),
    y: Math.floor(((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * 2 ** z),
  }
}

function tilesAround(z: number, reach: number, bytesOf: (x: number, y: number) => Uint8Array): TestTile[] {
  const { x, y } = tileAt(CENTRE, z)
  const steps = Array.from({ length: reach * 2 + 1 }, (_, n) => n - reach)
  return steps.flatMap((right) =>
    steps.map((down) => ({ z, x: x + right, y: y + down, bytes: bytesOf(x + right, y + down) })),
  )
}

/** A PNG of a grey ground with lines and some noise, about 13 KB. */
function picture(x: number, y: number): Uint8Array {
  const rows = Buffer.alloc(SIDE * (SIDE + 1))
  let seed = x * 7919 + y * 104_729
  for (let row = 0; row < SIDE; row++) {
    for (let column = 0; column < SIDE; column++) {
      seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff
      const isStreet = row % 37 < 4 || column % 53 < 4 || (row + column) % 61 < 3
      rows[row * (SIDE + 1) + 1 + column] = isStreet ? 255 : 225 + (seed % 19 === 0 ? (seed >> 8) % 12 : 0)
    }
  }
  return png(rows)
}

function png(rows: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(SIDE, 0)
  header.writeUInt32BE(SIDE, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const framed = Buffer.alloc(8 + body.length)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), 4 + body.length)
  return framed
}

function crc32(bytes: Buffer): number {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}
