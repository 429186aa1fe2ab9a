import type { AreaSearch } from '@/lib/api/contract/live'
import type { RecordingFailure } from '@/lib/api/contract/recording'
import type { Clock } from '@/lib/app/clock'
import { isDiskFull } from '@/lib/app/settings/disk-full'
import { formatPosition } from '@/lib/interface/position'
import type { AreaObserver } from '@/lib/live/observed-frames'
import { deflatedParts } from '@/lib/live/streaming/event'
import { snapshotOf } from '@/lib/vehicles/difference'
import { inSteps, type Steps } from '@/lib/vehicles/steps'
import { VehicleTable } from '@/lib/vehicles/vehicle-table'
import { type AreaRecorder, CHUNK_MS, createAreaRecorder } from './area-recorder'
import { applySegment } from './chunk-tracks'
import { noteOf } from './outline'
import type { Segment, SegmentStore } from './store/segment-store'

/** One name on all nodes. */
export const areaName = ({ position, radius, type }: AreaSearch) =>
  JSON.stringify([formatPosition(position), radius, type])

/** Why an area is not recorded. */
interface AreaFailure {
  readonly sinceMs: number
  readonly reason: RecordingFailure['reason']
}

export type Recorder = ReturnType<typeof createRecorder>

/** Records the areas that this node polls. @param keptMs older recordings are deleted */
export function createRecorder(
  store: SegmentStore,
  keptMs: number,
  clock: Clock,
  log: (line: string) => void,
) {
  const recorders = new Set<AreaRecorder>()
  const ending = new Set<Promise<void>>()
  /** In the order in which they failed. */
  const failing = new Map<string, AreaFailure>()
  let recordedMs = Number.NEGATIVE_INFINITY
  let purging: Promise<void> | null = null

  function onFailing(area: string, error: unknown): void {
    if (error === null) {
      if (failing.delete(area) && failing.size === 0) log('records again')
      return
    }
    if (failing.size === 0) log(`recording fails: ${reasonOf(error)}`)
    failing.set(area, { sinceMs: clock.now(), reason: isDiskFull(error) ? 'disk-full' : 'store' })
  }

  async function deleteOld(): Promise<void> {
    const limitMs = clock.now() - keptMs
    const orLog = (work: Promise<unknown>) =>
      work.catch((error) => log(`what is too old could not be deleted: ${reasonOf(error)}`))
    await orLog(
      store.areas().then(async (areas) => {
        await orLog(store.deleteUnreadable(limitMs))
        for (const search of areas) await orLog(expire(store, areaName(search), limitMs, clock))
      }),
    )
  }

  return {
    /** Why areas are not recorded now; null while all are. */
    get failure(): RecordingFailure | null {
      const [first] = failing.values()
      if (!first) return null
      const areas = recorders.size
      // Others were recorded after the first failed.
      const sinceMs = failing.size < areas ? first.sinceMs : Math.max(first.sinceMs, recordedMs)
      return { ...first, sinceMs, failing: failing.size, areas }
    },
    observe(search: AreaSearch): AreaObserver {
      const area = areaName(search)
      const recorder = createAreaRecorder({
        store,
        area,
        search,
        clock,
        keptMs,
        onFailing: (error) => onFailing(area, error),
        onRecorded: () => {
          recordedMs = clock.now()
        },
      })
      return {
        onFrame(frame) {
          recorders.add(recorder)
          recorder.record(frame)
        },
        onEnd(reason, atMs) {
          recorders.delete(recorder)
          failing.delete(area)
          const end = recorder.end(reason, atMs).finally(() => ending.delete(end))
          ending.add(end)
        },
      }
    },
    /** Deletes what is too old, one call at a time; never rejects. */
    purge(): Promise<void> {
      purging ??= deleteOld().finally(() => {
        purging = null
      })
      return purging
    },
    async stop(): Promise<void> {
      const stopping = [...recorders].map((recorder) => recorder.end('stopped'))
      await Promise.all([...ending, ...stopping])
    },
  }
}

/** Drizzle's own message holds the values of the query. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as Error
  return cause instanceof Error ? cause.message : message
}

/**
 * Deletes what is too old, of a chunk the first part.
 * @param limitMs lists streamed before it are deleted
 */
export async function expire(
  store: SegmentStore,
  area: string,
  limitMs: number,
  clock: Clock,
): Promise<void> {
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
    const kept = key ? [key, ...segments.slice(first + 1)] : []
    await store.replace(area, chunk.id, kept, chunk.segments)
  }
  if (old.length > 0 && (await store.chunks(area)).length === 0) await store.forgetArea(area)

  /** @returns null where the list there cannot be read */
  function keyAt(segments: readonly Segment[], at: number): Promise<Segment | null> {
    return inSteps(keyOf(segments.slice(0, at + 1)), clock).catch(() => null)
  }
}

/** The last list of these segments, as a key. */
function* keyOf(segments: readonly Segment[]): Steps<Segment | null> {
  const table = new VehicleTable()
  const unshared = new Set<number>()
  let last: Segment | null = null
  for (const segment of segments) {
    const { version, meta, departures } = yield* applySegment(table, unshared, segment.body)
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
