import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { Compression, type DecompressFunc, readVarint } from 'pmtiles'
import { CityFileError } from '@/lib/city/pack'

const MEGABYTE = 1024 * 1024
const LARGEST_DIRECTORY_BYTES = 2 * MEGABYTE
const LARGEST_METADATA_BYTES = 4 * MEGABYTE
/** Unpacked; Protomaps' largest tiles have 2 MB. */
const LARGEST_TILE_BYTES = 16 * MEGABYTE

// An entry of a directory has at least one byte for each of id, run length, length and offset.
const ENTRY_BYTES = 4

const unzip = promisify(gunzip)

/** A directory of an archive. Its count of entries is checked, since pmtiles would make as many. @throws CityFileError */
export const unpackDirectory: DecompressFunc = async (packed, compression) => {
  const directory = await unpack(packed, compression, LARGEST_DIRECTORY_BYTES, 'directory')
  const bytes = new Uint8Array(directory)
  const entries = readVarint({ buf: bytes, pos: 0 })
  if (entries * ENTRY_BYTES > bytes.length) {
    throw new CityFileError(`is damaged: a directory of ${bytes.length} bytes claims ${entries} tiles`)
  }
  return directory
}

/** @throws CityFileError */
export async function unpackMetadata(packed: ArrayBuffer, compression: Compression): Promise<unknown> {
  const text = new TextDecoder().decode(
    await unpack(packed, compression, LARGEST_METADATA_BYTES, 'description'),
  )
  try {
    return JSON.parse(text)
  } catch {
    throw new CityFileError('is damaged: its description is not JSON')
  }
}

/** Unpacks a tile only to check it. @throws CityFileError */
export async function checkTile(packed: ArrayBuffer, compression: Compression): Promise<void> {
  await unpack(packed, compression, LARGEST_TILE_BYTES, 'tile')
}

/** By the size that gzip writes at its end, so that no browser is sent a tile that unpacks to gigabytes. */
export function unpacksTooLarge(packed: ArrayBuffer, compression: Compression): boolean {
  if (compression !== Compression.Gzip) return packed.byteLength > LARGEST_TILE_BYTES
  if (packed.byteLength < 4) return true
  return new DataView(packed).getUint32(packed.byteLength - 4, true) > LARGEST_TILE_BYTES
}

async function unpack(
  packed: ArrayBuffer,
  compression: Compression,
  limitBytes: number,
  what: string,
): Promise<ArrayBuffer> {
  if (compression === Compression.None || compression === Compression.Unknown) {
    if (packed.byteLength <= limitBytes) return packed
    throw new CityFileError(`has a ${what} of ${packed.byteLength} bytes; at most ${limitBytes} are read`)
  }
  if (compression !== Compression.Gzip) {
    throw new CityFileError('is compressed in another way than gzip; convert it with `pmtiles`')
  }
  try {
    const bytes = await unzip(new Uint8Array(packed), { maxOutputLength: limitBytes })
    return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    throw new CityFileError(
      isTooLarge
        ? `has a ${what} that unpacks to more than ${limitBytes} bytes`
        : `is damaged: a ${what} cannot be unpacked`,
    )
  }
}
