import type { Entry, Header } from 'pmtiles'
import { ArchiveError } from './archive-error'

/** Stored; a larger one is no map tile. */
const LARGEST_STORED_TILE_BYTES = 8 * 1024 * 1024

/** Order and ranges of a directory. @throws ArchiveError */
export function checkEntries(entries: readonly Entry[], header: Header): void {
  let last = -1
  for (const { tileId, offset, length, runLength } of entries) {
    const sectionBytes = (runLength === 0 ? header.leafDirectoryLength : header.tileDataLength) ?? 0
    const isInside =
      Number.isSafeInteger(offset) && offset >= 0 && length > 0 && offset + length <= sectionBytes
    if (!Number.isSafeInteger(tileId) || tileId <= last || !isInside || length > LARGEST_STORED_TILE_BYTES) {
      throw new ArchiveError(
        `is damaged: a directory refers to ${length} bytes at ${offset}, its section has ${sectionBytes}`,
      )
    }
    last = tileId
  }
}

/** At most `count` of a list, spread evenly, first and last included. */
export function spread<T>(list: readonly T[], count: number): T[] {
  if (list.length <= count) return [...list]
  return Array.from({ length: count }, (_, n) => list[Math.round((n * (list.length - 1)) / (count - 1))] as T)
}
