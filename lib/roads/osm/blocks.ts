import { readSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import Pbf from 'pbf'
import { openRegularFile } from '@/lib/files/regular-file'
import { eachField, numberAt } from './fields'
import { RoadsFileError } from './roads-file-error'

// Source: https://wiki.openstreetmap.org/wiki/PBF_Format
const LARGEST_HEADER_BYTES = 64 * 1024
const LARGEST_BLOCK_BYTES = 32 * 1024 * 1024
/** The whole planet has fewer. */
const BLOCKS_MAXIMUM = 200_000

// Maps are packed to a half or a third; far more than this is made to fill the memory.
const LARGEST_RATIO = 20
const FREE_BYTES = 64 * 1024 * 1024

/** A block of the file, still packed. */
export interface PackedBlock {
  readonly type: string
  readonly offset: number
  readonly bytes: number
}

export interface RoadsFile {
  readonly sizeBytes: number
  /** From the beginning to the end. @throws RoadsFileError */
  blocks(): Generator<PackedBlock>
  /** @throws RoadsFileError */
  unpack(block: PackedBlock): Uint8Array
  close(): void
}

/** @throws RoadsFileError */
export function openRoadsFile(path: string): RoadsFile {
  const { descriptor, stats, close } = openRegularFile(path, RoadsFileError)
  const sizeBytes = stats.size
  let packedBytes = 0
  let unpackedBytes = 0

  function read(offset: number, length: number): Uint8Array {
    if (offset + length > sizeBytes)
      throw new RoadsFileError(`is truncated: a block ends at ${offset + length}, it has ${sizeBytes} bytes`)
    const bytes = new Uint8Array(length)
    if (readSync(descriptor, bytes, 0, length, offset) === length) return bytes
    throw new RoadsFileError('became shorter while it was read')
  }

  function headerAt(offset: number): { type: string; from: number; bytes: number } {
    const length = new DataView(read(offset, 4).buffer).getUint32(0)
    if (length === 0 || length > LARGEST_HEADER_BYTES) throw notAMap(offset)
    const pbf = new Pbf(read(offset + 4, length))
    let [type, bytes] = ['', -1]
    eachField(pbf, 0, length, (field, from, to) => {
      if (field === 1) type = new TextDecoder().decode(pbf.buf.subarray(from, to))
      if (field === 3) bytes = numberAt(pbf, from)
    })
    if (bytes < 0 || bytes > LARGEST_BLOCK_BYTES) throw notAMap(offset)
    return { type, from: offset + 4 + length, bytes }
  }

  function notAMap(offset: number): RoadsFileError {
    return new RoadsFileError(
      offset === 0 ? 'is no .osm.pbf file' : `is damaged: there is no block at ${offset}`,
    )
  }

  return {
    sizeBytes,
    *blocks() {
      if (sizeBytes === 0) throw new RoadsFileError('is empty')
      let count = 0
      for (let offset = 0; offset < sizeBytes; ) {
        if (++count > BLOCKS_MAXIMUM) throw new RoadsFileError(`has more than ${BLOCKS_MAXIMUM} blocks`)
        const { type, from, bytes } = headerAt(offset)
        if ((offset === 0) !== (type === 'OSMHeader')) throw notAMap(offset)
        offset = from + bytes
        if (offset > sizeBytes)
          throw new RoadsFileError(`is truncated: a block ends at ${offset}, it has ${sizeBytes} bytes`)
        yield { type, offset: from, bytes }
      }
    },
    unpack({ offset, bytes }) {
      const unpacked = unpackBlob(read(offset, bytes))
      packedBytes += bytes
      unpackedBytes += unpacked.length
      if (unpackedBytes > FREE_BYTES && unpackedBytes > LARGEST_RATIO * packedBytes)
        throw new RoadsFileError(
          `unpacks to far more than a map: ${unpackedBytes} bytes of the first ${packedBytes}`,
        )
      return unpacked
    },
    close,
  }
}

function unpackBlob(blob: Uint8Array): Uint8Array {
  const pbf = new Pbf(blob)
  let raw: Uint8Array | null = null
  let packed: Uint8Array | null = null
  let statedBytes = 0
  eachField(pbf, 0, blob.length, (field, from, to) => {
    if (field === 1) raw = blob.subarray(from, to)
    if (field === 2) statedBytes = numberAt(pbf, from)
    if (field === 3) packed = blob.subarray(from, to)
  })
  if (raw) return raw
  if (!packed) throw new RoadsFileError('is packed in another way than zlib')
  try {
    // In one piece, so that it is not joined from two halves of the memory.
    const chunkSize = Math.max(1024, Math.min(statedBytes + 1, LARGEST_BLOCK_BYTES))
    return inflateSync(packed, { maxOutputLength: LARGEST_BLOCK_BYTES, chunkSize })
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    throw new RoadsFileError(
      isTooLarge
        ? `has a block that unpacks to more than ${LARGEST_BLOCK_BYTES} bytes`
        : 'is damaged: a block cannot be unpacked',
    )
  }
}
