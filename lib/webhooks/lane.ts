import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  createSegmentFile,
  emptySegment,
  lineOf,
  readSegment,
  SEGMENT_BYTES,
  type SegmentFile,
} from './segment-file'

/** End of a segment's name. */
export const SEGMENT = '.segment'
/** Texts of one call of `store`, and their length together: a longer text comes alone. */
const BATCH_TEXTS = 250
const BATCH_LENGTH = 1_000_000

export type StoreTexts = (texts: readonly string[]) => Promise<void>

/** Texts of one sender, in segments of their own. */
export interface Lane {
  /** Resolves when the text is on disk. @throws NodeJS.ErrnoException */
  append(text: string): Promise<void>
  /** Texts appended and not yet stored. */
  texts(): number
  /** On disk. */
  bytes(): number
  /** Stores everything appended so far. @throws errors of `store`; the rest stays on disk */
  drain(): Promise<void>
  /** Ends the segment that is being written. */
  close(): Promise<void>
}

export function createLane(folder: string, sender: string, store: StoreTexts): Lane {
  /** By name, the oldest first; the last one may still be written to. */
  const segments = new Map<string, { texts: number; bytes: number }>()
  const spare = join(folder, `${sender}.spare`)
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
    // Numbers of one width, so that names are in order.
    const name = `${sender}.${String(number++).padStart(12, '0')}${SEGMENT}`
    const created = { name, file: createSegmentFile(join(folder, name), spare) }
    created.file.catch(() => {
      forget(name)
      if (current === created) current = null
    })
    segments.set(name, { texts: 0, bytes: 0 })
    current = created
    return created
  }

  /** Ends the segment that is being written, so that it can be stored and used again. */
  function rotate(): void {
    const ended = current
    current = null
    // Its acknowledged texts are on disk; a chain of results would grow without end.
    const close = async () => (await ended?.file.catch(() => null))?.close().catch(() => undefined)
    closing = Promise.all([closing, close()]).then(() => undefined)
  }

  async function append(text: string): Promise<void> {
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
    rotate()
    // Others are begun while these are stored.
    const ended = [...segments.keys()]
    await closing
    for (const name of ended) {
      if (!segments.has(name)) continue
      await storeSegment(join(folder, name), store, spare)
      forget(name)
    }
  }

  return {
    append,
    texts: () => [...segments.values()].reduce((sum, { texts }) => sum + texts, 0),
    bytes: () => bytes,
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
    },
  }
}

/** Stores a segment and removes it. @param spare makes it this spare file instead */
export async function storeSegment(path: string, store: StoreTexts, spare?: string): Promise<void> {
  const { texts, bytes } = await readSegment(path)
  for (const batch of batchesOf(texts)) await store(batch)
  if (spare) await emptySegment(path, bytes, spare)
  else await rm(path)
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
