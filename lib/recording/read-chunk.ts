import type { LiveVehicle } from '@/lib/contract/live'
import type { Clock } from '@/lib/live/clock'
import { FrameReader, type KeyFrame, type RecordedFrame, readKey, type Steps } from './codec/chunk'
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
export async function readChunk(
  store: SegmentStore,
  area: string,
  chunk: Chunk,
  clock: Pick<Clock, 'yieldToEventLoop'>,
): Promise<ReadChunk | null> {
  const segments = await store.segments(area, chunk.id)
  const key = await readKeyOf(store, area, chunk, clock)
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

/** @returns null when it, or the key frame of its base, is damaged */
export async function readKeyOf(
  store: SegmentStore,
  area: string,
  { id, base }: Pick<Chunk, 'id' | 'base'>,
  clock: Pick<Clock, 'yieldToEventLoop'>,
): Promise<KeyFrame | null> {
  const [first] = await store.segments(area, id, 1)
  if (!first) return null
  const ofBase = base === null ? null : await readKeyOf(store, area, { id: base, base: null }, clock)
  return base !== null && !ofBase ? null : inSteps(readKey(first.body, ofBase?.records), clock)
}

/** Runs the steps with requests and timers in between. */
export async function inSteps<Result>(
  steps: Steps<Result>,
  clock: Pick<Clock, 'yieldToEventLoop'>,
): Promise<Result> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await clock.yieldToEventLoop()
  }
}
