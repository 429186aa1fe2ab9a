import { randomBytes } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type FolderLock, tryLock } from '@/lib/lock/folder-lock'
import { createLane, type Lane, SEGMENT, type StoreTexts, storeSegment } from './lane'
import { createSegmentCounter } from './segment-counter'

/** Five hours of 50 usual deliveries a second; a full disk would stop more than the spool. */
const BYTES_MAXIMUM = 2 * 1024 ** 3

export interface SpoolOptions {
  /** Of all spools; created when missing. Each process has a folder of its own in it. */
  readonly folder: string
  /**
   * Stores texts of one sender in order; called again with the same ones after a failure or a crash, so it must not
   * double them. Those of several senders are given side by side.
   */
  readonly store: StoreTexts
  readonly bytesMaximum?: number
}

/** Texts on disk until they are stored elsewhere. None is lost by a crash after `append` has resolved. */
export interface Spool {
  /**
   * Resolves when the text is on disk.
   * @param text of one line, in Latin-1
   * @param sender its name in those of files; none waits for the texts of another
   * @throws Error when the disk does not take it, or enough waits already
   */
  append(text: string, sender: string): Promise<void>
  /** Texts appended and not yet stored. */
  waiting(sender?: string): number
  /** With those of other processes in the same folder, also of ended ones. */
  waitingOnDisk(): Promise<number>
  /**
   * Stores everything appended so far by one sender, or by all, and texts left behind by processes that have ended.
   * @throws errors of `store`; the rest stays on disk
   */
  drain(sender?: string): Promise<void>
  /** Deliveries that are not stored stay on disk, for the next process. */
  close(): Promise<void>
}

/** @throws ConfigError when the folder cannot be written */
export async function openSpool(options: SpoolOptions): Promise<Spool> {
  const { folder, store, bytesMaximum = BYTES_MAXIMUM } = options
  const own = join(folder, randomBytes(6).toString('hex'))
  const { lock } = await tryLock(lockOf(own), 'the spool')
  if (!lock) throw new Error('Another process has a spool of the same random name')
  const lanes = new Map<string, Lane>()
  let adopting: Promise<void> | null = null

  function laneOf(sender: string): Lane {
    const lane = lanes.get(sender) ?? createLane(own, sender, store)
    lanes.set(sender, lane)
    return lane
  }

  async function adoptAll(): Promise<void> {
    for (const name of await readdir(folder)) {
      const other = join(folder, name)
      if (other !== own) await adopt(other, store)
    }
  }

  const chosen = (sender?: string) => [...lanes].filter(([name]) => sender === undefined || name === sender)
  const waiting = (sender?: string) => chosen(sender).reduce((sum, [, lane]) => sum + lane.texts(), 0)
  const countOthers = createSegmentCounter(folder, own)

  return {
    async append(text, sender) {
      const bytes = [...lanes.values()].reduce((sum, lane) => sum + lane.bytes(), 0)
      if (bytes >= bytesMaximum) throw new Error('The spool is full')
      await laneOf(sender).append(text)
    },
    waiting,
    waitingOnDisk: async () => waiting() + (await countOthers()),
    async drain(sender) {
      adopting ??= adoptAll().finally(() => {
        adopting = null
      })
      await adopting
      await allDone(chosen(sender).map(([, lane]) => lane.drain()))
    },
    async close() {
      await adopting?.catch(() => undefined)
      await Promise.all([...lanes.values()].map((lane) => lane.close()))
      await release(own, lock)
    },
  }
}

const lockOf = (spool: string): string => join(spool, 'lock')
const senderOf = (segment: string): string => segment.slice(0, segment.indexOf('.'))

/** Stores a folder whose process has ended. */
async function adopt(spool: string, store: StoreTexts): Promise<void> {
  const { lock } = await tryLock(lockOf(spool), 'the spool').catch(() => ({ lock: null }))
  if (!lock) return
  try {
    const names = (await readdir(spool)).filter((name) => name.endsWith(SEGMENT)).sort()
    const senders = new Set(names.map(senderOf))
    await allDone(
      [...senders].map(async (sender) => {
        for (const name of names.filter((one) => senderOf(one) === sender))
          await storeSegment(join(spool, name), store)
      }),
    )
  } finally {
    await release(spool, lock)
  }
}

/** Of several, each to its end. @throws the error of the first that failed */
async function allDone(work: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(work)).find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
}

/** Removes a folder that has nothing left to store. */
async function release(spool: string, lock: FolderLock): Promise<void> {
  await lock.release()
  const left = await readdir(spool).catch(() => [])
  if (!left.some((name) => name.endsWith(SEGMENT))) await rm(spool, { recursive: true, force: true })
}
