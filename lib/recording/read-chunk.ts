import type { LiveVehicle } from '@/lib/contract/live'
import type { Clock } from '@/lib/scheduling/clock'
import { inSteps } from '@/lib/scheduling/steps'
import { FrameReader, type KeyFrame, type RecordedFrame, readKey } from './codec/chunk'
import type { Base, Chunk, Segment, SegmentStore } from './store/segment-store'

export interface ReadChunk {
  /** Why nothing follows; null where the next chunk goes on, or recording was broken off. */
  readonly endReason: string | null
  /** Segments that are damaged, or follow a damaged one; all, where the key frame or its base is. */
  readonly lost: number
}

/** Called with the key frame, as one that lists all, and with each frame after it. @param records the list after it */
export type OnFrame = (frame: RecordedFrame, records: () => readonly LiveVehicle[]) => void

/** Reads a chunk as it was streamed, as far as it can be read. */
export async function readChunk(
  store: SegmentStore,
  area: string,
  chunk: Chunk,
  clock: Pick<Clock, 'yieldToEventLoop'>,
  onFrame: OnFrame,
): Promise<ReadChunk> {
  const key = await readKeyOf(store, area, chunk.id, clock)
  if (!key) return { endReason: null, lost: chunk.segments }
  const segments = await store.segments(area, chunk.id)
  onFrame({ head: key.head, upserts: key.records, removed: [] }, () => key.records)
  const reader = FrameReader.of(key)
  for (const { kind, body } of segments) {
    if (kind === 'frame') onFrame(reader.read(body), () => reader.records())
    await clock.yieldToEventLoop()
  }
  const last = segments.at(-1)
  const endReason = last?.kind === 'end' ? JSON.parse(Buffer.from(last.body).toString()).reason : null
  return { endReason, lost: chunk.segments - segments.length }
}

/** @returns null when it, or the key frame of its base, is damaged or another one by now */
export async function readKeyOf(
  store: SegmentStore,
  area: string,
  id: string,
  clock: Pick<Clock, 'yieldToEventLoop'>,
): Promise<KeyFrame | null> {
  const [key] = await store.segments(area, id, 1)
  if (key?.kind !== 'key') return null
  const read = (body: Uint8Array, of?: readonly LiveVehicle[]) =>
    inSteps(readKey(body, of), clock).catch(() => null)
  if (!key.base) return read(key.body)
  const base = await baseSegment(store, area, key.base)
  const ofBase = base && (await read(base.body))
  return ofBase && read(key.body, ofBase.records)
}

/** @returns null when it is damaged, or no longer the list that others are differences to */
export async function baseSegment(
  store: Pick<SegmentStore, 'segments'>,
  area: string,
  { chunk, atMs }: Base,
): Promise<Segment | null> {
  const [key] = await store.segments(area, chunk, 1)
  return key?.kind === 'key' && key.atMs === atMs && !key.base ? key : null
}
