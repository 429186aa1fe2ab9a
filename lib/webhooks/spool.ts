import { randomBytes } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type FolderLock, tryLock } from '@/lib/lock/folder-lock'
import { createSegmentFile, readSegment, type SegmentFile } from './segment-file'

const SEGMENT = '.segment'
/** Texts of one call of `store`. */
const BATCH = 100

export interface SpoolOptions {
  /** Of all spools; created when missing. Each process has a folder of its own in it. */
  readonly folder: string
  /** Stores texts in order; called again with the same ones after a failure or a crash, so it must not double them. */
  readonly store: (texts: readonly string[]) => Promise<void>
}

/** Texts on disk until they are stored elsewhere. None is lost by a crash after `append` has resolved. */
export interface Spool {
  /** Resolves when the text is on disk. @throws NodeJS.ErrnoException when the disk does not take it */
  append(text: string): Promise<void>
  /**
   * Stores everything appended so far, and what processes that have ended left behind.
   * @throws what `store` throws; the rest stays on disk
   */
  drain(): Promise<void>
  /** What is not stored stays on disk, for the next process. */
  close(): Promise<void>
}

/** @throws ConfigError when the folder cannot be written */
export async function openSpool({ folder, store }: SpoolOptions): Promise<Spool> {
  const own = join(folder, randomBytes(6).toString('hex'))
  const { lock } = await tryLock(lockOf(own), 'the spool')
  if (!lock) throw new Error('Another process has a spool of the same random name')
  let current: Promise<SegmentFile> | null = null
  let number = 0
  let draining: Promise<void> | null = null

  function segment(): Promise<SegmentFile> {
    // Numbers of one width, so that names are in order.
    current ??= createSegmentFile(join(own, `${String(number++).padStart(12, '0')}${SEGMENT}`)).catch(
      (error) => {
        current = null
        throw error
      },
    )
    return current
  }

  /** Ends the segment that is being written, so that it can be stored and removed. */
  async function rotate(): Promise<void> {
    const ended = current
    current = null
    await (await ended?.catch(() => null))?.close()
  }

  async function drainAll(): Promise<void> {
    for (const name of await readdir(folder)) {
      const other = join(folder, name)
      if (other !== own) await adopt(other, store)
    }
    await rotate()
    await storeFolder(own, store)
  }

  return {
    append: async (text) => (await segment()).append(text),
    drain() {
      draining ??= drainAll().finally(() => {
        draining = null
      })
      return draining
    },
    async close() {
      await draining?.catch(() => undefined)
      await rotate()
      await release(own, lock)
    },
  }
}

const lockOf = (spool: string): string => join(spool, 'lock')

/** Stores a folder whose process has ended. */
async function adopt(spool: string, store: SpoolOptions['store']): Promise<void> {
  const { lock } = await tryLock(lockOf(spool), 'the spool').catch(() => ({ lock: null }))
  if (!lock) return
  try {
    await storeFolder(spool, store)
  } finally {
    await release(spool, lock)
  }
}

async function storeFolder(spool: string, store: SpoolOptions['store']): Promise<void> {
  for (const name of (await readdir(spool)).filter((one) => one.endsWith(SEGMENT)).sort()) {
    const path = join(spool, name)
    const texts = await readSegment(path)
    for (let at = 0; at < texts.length; at += BATCH) await store(texts.slice(at, at + BATCH))
    await rm(path)
  }
}

/** Removes a folder that has nothing left to store. */
async function release(spool: string, lock: FolderLock): Promise<void> {
  await lock.release()
  const left = await readdir(spool).catch(() => [])
  if (!left.some((name) => name.endsWith(SEGMENT))) await rm(spool, { recursive: true, force: true })
}
