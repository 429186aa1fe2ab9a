import type { LiveVehicle } from '@/lib/contract/live'
import { FrameReader, finish, type KeyFrame, type RecordedFrame, readKey } from './codec/chunk'
import type { Chunk, SegmentStore } from './segment-store'

/** A chunk as it was streamed, as far as it can be read. */
export interface ReadChunk {
  readonly key: KeyFrame
  readonly frames: readonly RecordedFrame[]
  /** The list after so many frames. */
  listAfter(frames: number): LiveVehicle[]
  /** Why nothing follows; null where the next chunk goes on, or recording was broken off. */
  readonly endReason: string | null
  /** Whether its last segments are damaged. */
  readonly isCutShort: boolean
}

/** @returns null when its key frame, or that of its base, is damaged */
export async function readChunk(store: SegmentStore, area: string, chunk: Chunk): Promise<ReadChunk | null> {
  const segments = await store.segments(area, chunk.id)
  const key = await keyOf(store, area, chunk)
  if (!key) return null
  const frameBodies = segments.flatMap(({ kind, body }) => (kind === 'frame' ? body : []))
  const reader = new FrameReader(key)
  const frames = frameBodies.map((body) => reader.read(body))
  const last = segments.at(-1)
  return {
    key,
    frames,
    listAfter(count) {
      const again = new FrameReader(key)
      for (const body of frameBodies.slice(0, count)) again.read(body)
      return again.records()
    },
    endReason: last?.kind === 'end' ? JSON.parse(Buffer.from(last.body).toString()).reason : null,
    isCutShort: segments.length < chunk.segments,
  }
}

async function keyOf(
  store: SegmentStore,
  area: string,
  { id, base }: Pick<Chunk, 'id' | 'base'>,
): Promise<KeyFrame | null> {
  const [first] = await store.segments(area, id, 1)
  if (!first) return null
  const ofBase = base === null ? null : await keyOf(store, area, { id: base, base: null })
  return base !== null && !ofBase ? null : finish(readKey(first.body, ofBase?.records))
}
