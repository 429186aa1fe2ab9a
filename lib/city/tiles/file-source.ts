import { fstatSync, read, type Stats } from 'node:fs'
import type { Source } from 'pmtiles'
import { CityFileError, openRegularFile } from '@/lib/city/file'

/** The file was overwritten while it was open: bytes of both versions may be in it. */
export class ArchiveReplaced extends Error {
  override readonly name = 'ArchiveReplaced'
}

export interface FileSource extends Source {
  readonly sizeBytes: number
  readonly modifiedAtMs: number
  close(): void
}

/**
 * A file that stays the one that was opened. A file moved over it is another one; an overwritten one is refused.
 * @throws CityFileError when it cannot be opened
 */
export function openFileSource(path: string): FileSource {
  const { descriptor, stats: opened, close } = openRegularFile(path)
  return {
    sizeBytes: opened.size,
    modifiedAtMs: opened.mtimeMs,
    getKey: () => path,
    async getBytes(offset, length) {
      // pmtiles reads the header as the first 16 KB, which a small file does not have.
      const bytes = offset === 0 ? Math.min(length, opened.size) : length
      if (!isRange(offset, bytes) || offset + bytes > opened.size) {
        throw new CityFileError(`is damaged: it refers to ${length} bytes at ${offset} of its ${opened.size}`)
      }
      const data = await readBytes(descriptor, offset, bytes)
      if (!isSame(opened, fstatSync(descriptor)) || data === null) {
        throw new ArchiveReplaced(`${path} was overwritten; restart Kerbside to serve the new map`)
      }
      return { data }
    },
    close,
  }
}

/** @returns null when the file has become shorter */
function readBytes(descriptor: number, offset: number, length: number): Promise<ArrayBuffer | null> {
  const buffer = new Uint8Array(length)
  return new Promise((resolve, reject) => {
    read(descriptor, buffer, 0, length, offset, (error, bytesRead) => {
      if (error) reject(error)
      else resolve(bytesRead === length ? buffer.buffer : null)
    })
  })
}

function isRange(offset: number, length: number): boolean {
  return Number.isSafeInteger(offset) && Number.isSafeInteger(length) && offset >= 0 && length > 0
}

/** Not by its change time, which a file moved over this one changes too. */
function isSame(opened: Stats, now: Stats): boolean {
  return now.size === opened.size && now.mtimeMs === opened.mtimeMs
}
