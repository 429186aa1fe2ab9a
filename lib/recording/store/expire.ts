import type { Clock } from '@/lib/app/clock'
import { deflatedParts } from '@/lib/live/streaming/event'
import { CHUNK_MS } from '@/lib/recording/area-recorder'
import { applySegment } from '@/lib/recording/chunk-tracks'
import { noteOf } from '@/lib/recording/outline'
import { inSteps, type Steps } from '@/lib/vehicles/steps'
import { snapshotOf, VehicleTable } from '@/lib/vehicles/vehicle-table'
import type { Segment, SegmentStore } from './segment-store'

export interface ExpireOptions {
  readonly store: SegmentStore
  readonly area: string
  /** Lists streamed before it are deleted. */
  readonly limitMs: number
  readonly clock: Pick<Clock, 'now' | 'yieldToEventLoop'>
}

/** Deletes what is too old, of a chunk the first part. */
export async function expire({ store, area, limitMs, clock }: ExpireOptions): Promise<void> {
  const chunks = await store.chunks(area)
  const newest = chunks.at(-1)
  const old = chunks.filter(({ fromMs }) => fromMs < limitMs)
  for (const chunk of old) {
    const segments = chunk.toMs < limitMs ? [] : await store.segments(area, chunk.id)
    // The newest may still be written to; a process that was killed left it without an end.
    const isRecent = chunk === newest && segments.length > 0 && clock.now() - chunk.toMs <= CHUNK_MS
    if (isRecent && segments.at(-1)?.kind !== 'end') continue
    const first = segments.findLastIndex(({ atMs }) => atMs < limitMs) + 1
    const key = segments[first]?.kind === 'frame' && (await keyAt(segments, first))
    await store.replace(area, chunk.id, key ? [key, ...segments.slice(first + 1)] : [], chunk.segments)
  }
  if (old.length > 0 && (await store.chunks(area)).length === 0) await store.forgetArea(area)

  /** @returns null where the list there cannot be read */
  function keyAt(segments: readonly Segment[], at: number): Promise<Segment | null> {
    return inSteps(keyOf(segments.slice(0, at + 1)), clock).catch(() => null)
  }
}

/** The last list of these segments, as a key. */
function* keyOf(segments: readonly Segment[]): Steps<Segment | null> {
  const [table, own] = [new VehicleTable(), new Set<number>()]
  let last: Segment | null = null
  for (const segment of segments) {
    const { version, meta, departures } = yield* applySegment(table, own, segment.body)
    if (segment !== segments.at(-1)) continue
    const { atMs } = segment
    const list = { version, after: null, atMs, meta, departures, ...snapshotOf(table.records) }
    const parts: Uint8Array[] = []
    for (const part of deflatedParts(list)) {
      parts.push(part)
      yield
    }
    const note = JSON.stringify(noteOf(table.vehicles(), meta))
    last = { kind: 'key', atMs, body: Buffer.concat(parts), note }
  }
  return last
}
