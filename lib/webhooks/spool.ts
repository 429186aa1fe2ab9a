import { randomBytes } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type FolderLock, tryLock } from '@/lib/lock/folder-lock'
import { createSegmentCounter } from './segment-counter'
import { createSegmentFile, lineOf, readSegment, type SegmentFile } from './segment-file'

const SEGMENT = '.segment'
/** Texts of one call of `store`, and their length together: what is longer comes alone. */
const BATCH_TEXTS = 25
const BATCH_LENGTH = 100_000
/** A segment is read into memory as a whole. */
const SEGMENT_BYTES = 2 * 1024 ** 2
/** Eight hours of 50 usual deliveries a second; a full disk would stop more than the spool. */
const BYTES_MAXIMUM = 2 * 1024 ** 3

export interface SpoolOptions {
  /** Of all spools; created when missing. Each process has a folder of its own in it. */
  readonly folder: string
  /** Stores texts in order; called again with the same ones after a failure or a crash, so it must not double them. */
  readonly store: (texts: readonly string[]) => Promise<void>
  readonly bytesMaximum?: number
}

/** Texts on disk until they are stored elsewhere. None is lost by a crash after `append` has resolved. */
export interface Spool {
  /** Resolves when the text is on disk. @throws Error when the disk does not take it, or enough waits already */
  append(text: string): Promise<void>
  /** Texts appended and not yet stored. */
  waiting(): number
  /** With those of other processes in the same folder, also of ended ones. */
  waitingOnDisk(): Promise<number>
  /**
   * Stores everything appended so far, and what processes that have ended left behind.
   * @throws what `store` throws; the rest stays on disk
   */
  drain(): Promise<void>
  /** What is not stored stays on disk, for the next process. */
  close(): Promise<void>
}

/** @throws ConfigError when the folder cannot be written */
export async function openSpool(options: SpoolOptions): Promise<Spool> {
  const { folder, store, bytesMaximum = BYTES_MAXIMUM } = options
  const own = join(folder, randomBytes(6).toString('hex'))
  const { lock } = await tryLock(lockOf(own), 'the spool')
  if (!lock) throw new Error('Another process has a spool of the same random name')
  /** By name; the last one may still be written to. */
  const segments = new Map<string, { texts: number; bytes: number }>()
  let current: { readonly name: string; readonly file: Promise<SegmentFile> } | null = null
  let closing: Promise<unknown> = Promise.resolve()
  let number = 0
  let bytes = 0
  let draining: Promise<void> | null = null

  function forget(name: string): void {
    bytes -= segments.get(name)?.bytes ?? 0
    segments.delete(name)
  }

  function segment() {
    if (current) return current
    const name = nameOf(number++)
    const created = { name, file: createSegmentFile(join(own, name)) }
    created.file.catch(() => {
      forget(name)
      if (current === created) current = null
    })
    segments.set(name, { texts: 0, bytes: 0 })
    current = created
    return created
  }

  /** Ends the segment that is being written, so that it can be stored and removed. */
  function rotate(): void {
    const ended = current
    current = null
    // What it was acknowledged for is on disk; a chain of results would grow without end.
    const close = async () => (await ended?.file.catch(() => null))?.close().catch(() => undefined)
    closing = Promise.all([closing, close()]).then(() => undefined)
  }

  async function append(text: string): Promise<void> {
    if (bytes >= bytesMaximum) throw new Error('The spool is full')
    const { name, file } = segment()
    const line = lineOf(text)
    const size = segments.get(name)
    if (size) {
      size.texts++
      size.bytes += line.length
      bytes += line.length
      if (size.bytes >= SEGMENT_BYTES) rotate()
    }
    try {
      await (await file).append(line)
    } catch (error) {
      if (size) size.texts--
      throw error
    }
  }

  async function drainAll(): Promise<void> {
    for (const name of await readdir(folder)) {
      const other = join(folder, name)
      if (other !== own) await adopt(other, store)
    }
    rotate()
    // Segments from this one on are being written while the others are stored.
    const next = nameOf(number)
    await closing
    await storeFolder(own, store, (name) => name < next, forget)
  }

  const waiting = () => [...segments.values()].reduce((sum, { texts }) => sum + texts, 0)
  const countOthers = createSegmentCounter(folder, own)

  return {
    append,
    waiting,
    waitingOnDisk: async () => waiting() + (await countOthers()),
    drain() {
      draining ??= drainAll().finally(() => {
        draining = null
      })
      return draining
    },
    async close() {
      await draining?.catch(() => undefined)
      rotate()
      await closing
      await release(own, lock)
    },
  }
}

// Numbers of one width, so that names are in order.
const nameOf = (number: number): string => `${String(number).padStart(12, '0')}${SEGMENT}`
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

async function storeFolder(
  spool: string,
  store: SpoolOptions['store'],
  isEnded: (name: string) => boolean = () => true,
  onStored: (name: string) => void = () => undefined,
): Promise<void> {
  const names = (await readdir(spool)).filter((name) => name.endsWith(SEGMENT) && isEnded(name))
  for (const name of names.sort()) {
    const path = join(spool, name)
    const texts = await readSegment(path)
    for (const batch of batchesOf(texts)) await store(batch)
    await rm(path)
    onStored(name)
  }
}

function* batchesOf(texts: readonly string[]): Generator<readonly string[]> {
  let batch: string[] = []
  let length = 0
  for (const text of texts) {
    if (batch.length === BATCH_TEXTS || (batch.length > 0 && length + text.length > BATCH_LENGTH)) {
      yield batch
      batch = []
      length = 0
    }
    batch.push(text)
    length += text.length
  }
  if (batch.length > 0) yield batch
}

/** Removes a folder that has nothing left to store. */
async function release(spool: string, lock: FolderLock): Promise<void> {
  await lock.release()
  const left = await readdir(spool).catch(() => [])
  if (!left.some((name) => name.endsWith(SEGMENT))) await rm(spool, { recursive: true, force: true })
}
