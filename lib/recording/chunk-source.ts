import { LRUCache } from 'lru-cache'
import type { WorkerThread } from '@/lib/worker-thread/worker-thread'
import { baseSegment } from './read-chunk'
import type { Base, Chunk, SegmentStore } from './store/segment-store'
import type { ChunkData, ChunkRef } from './thread/chunk-cache'
import type { RecordingHandlers } from './worker'

type Handlers = Pick<RecordingHandlers, 'events' | 'take' | 'timeOf'>

export interface ChunkSource {
  /** Asks the thread, giving it the chunk where it does not have it. @returns null for a chunk without a readable list */
  ask<Name extends keyof Handlers>(
    name: Name,
    area: string,
    chunk: Chunk,
    request: Omit<Parameters<Handlers[Name]>[0], 'chunk' | 'data'>,
    signal?: AbortSignal,
  ): Promise<Awaited<ReturnType<Handlers[Name]>>>
  /** Of those that were read so far. */
  readonly damaged: ReadonlyMap<string, number>
  /** The same, in the turns of an owner instead of the area's. */
  ofOwner(owner: string): ChunkSource
}

const REMEMBERED_MAXIMUM = 1000

/** Chunks of the store, decoded in the thread. */
export function createChunkSource(
  store: SegmentStore,
  thread: Pick<WorkerThread<RecordingHandlers>, 'request'>,
): ChunkSource {
  const damaged = new LRUCache<string, number>({ max: REMEMBERED_MAXIMUM })

  /** Of a chunk as it is stored now: it may have been cut or deleted since it was looked up. */
  async function lengthNow(area: string, id: string): Promise<number> {
    return (await store.chunks(area)).find((chunk) => chunk.id === id)?.segments ?? 0
  }

  /** @returns null where nothing of it can be read */
  async function load(area: string, { id, segments, fromMs }: Chunk): Promise<ChunkData | null> {
    let read = await store.segments(area, id)
    let base = read[0]?.base
    let ofBase = base ? await baseSegment(store, area, base) : null
    if (base && !ofBase) {
      // The purge may have put the key frame on another base in between.
      read = await store.segments(area, id)
      base = read[0]?.base
      ofBase = base ? await baseSegment(store, area, base) : null
    }
    const stored = read.length < segments ? await lengthNow(area, id) : segments
    if (read[0]?.kind !== 'key' || (base && !ofBase)) {
      if (stored > 0) damaged.set(id, fromMs)
      return null
    }
    if (read.length < Math.min(stored, segments)) damaged.set(id, read.at(-1)!.atMs)
    const own: Base = { chunk: id, atMs: read[0].atMs }
    return {
      segments: read.map(({ kind, atMs, body }) => ({ kind, atMs, body })),
      isDifference: ofBase !== null,
      base: { key: JSON.stringify([area, base ?? own]), segment: ofBase ?? read[0] },
    }
  }

  const sourceFor = (owner: string | null): ChunkSource => ({
    damaged: { get: (id: string) => damaged.get(id) } as ReadonlyMap<string, number>,
    ofOwner: sourceFor,
    async ask(name, area, chunk, request, signal) {
      const ref: ChunkRef = {
        key: JSON.stringify([area, chunk.id, chunk.fromMs, chunk.base]),
        segments: chunk.segments,
      }
      const options = { owner: owner ?? area, ...(signal && { signal }) }
      const answer = await thread.request(name, { ...request, chunk: ref } as never, options)
      if (answer !== null) return answer as never
      const data = await load(area, chunk)
      if (!data) return null as never
      return (await thread.request(name, { ...request, chunk: ref, data } as never, options)) as never
    },
  })
  return sourceFor(null)
}
