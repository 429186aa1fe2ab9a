import { statfs } from 'node:fs/promises'
import type { SegmentStore } from './segment-store'

/**
 * Left on the disk of the embedded database: a full one would end sign-in and every
 * record with the recording.
 */
const RESERVE_BYTES = 200_000_000
const LOOK_MS = 5_000

/**
 * Refuses to write while the disk is almost full, as it would where it is full. What is too
 * old is deleted all the same.
 * @param folder of the database
 */
export function keepDiskReserve(
  store: SegmentStore,
  folder: string,
  monotonicNow: () => number,
  freeBytes = freeBytesOf,
): SegmentStore {
  let lookedMs = Number.NEGATIVE_INFINITY
  let isShort = false
  return {
    ...store,
    async write(segments) {
      if (monotonicNow() - lookedMs >= LOOK_MS) {
        lookedMs = monotonicNow()
        isShort = ((await freeBytes(folder)) ?? RESERVE_BYTES) < RESERVE_BYTES
      }
      if (isShort) {
        const message = `less than ${RESERVE_BYTES / 1e6} MB are free on the disk of ${folder}`
        throw Object.assign(new Error(message), { code: 'ENOSPC' })
      }
      await store.write(segments)
    },
  }
}

/** Null where it cannot be found out. */
async function freeBytesOf(folder: string): Promise<number | null> {
  const disk = await statfs(folder).catch(() => null)
  return disk && disk.bavail * disk.bsize
}
