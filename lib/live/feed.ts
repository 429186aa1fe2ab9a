import type { LiveDelta, LiveMeta, LiveProgress } from '@/lib/schema/live'
import type { VehicleSearchObject } from '@/lib/schema/resources'
import type { Clock } from './clock'
import { createDeltas } from './deltas'
import { type EncodedEvent, encodeEvent } from './event'
import { createSnapshot, type Snapshot } from './snapshot'

export interface FeedOptions {
  readonly epoch: string
  readonly clock: Clock
  readonly records: () => readonly VehicleSearchObject[]
  readonly meta: () => LiveMeta
}

/**
 * All there is to tell about an area, written once. Readers keep a place in it and nothing else: one who does not
 * read costs no memory, and finds a fresh snapshot where the deltas he missed are gone.
 */
export interface Feed {
  readonly epoch: string
  /** The first sweep goes on, or begins anew. */
  progress(progress: LiveProgress, begins: boolean): void
  /** The list is there. */
  begin(): void
  readonly hasBegun: boolean
  publish(delta: Pick<LiveDelta, 'upserts' | 'removed' | 'departures'>): void
  /** @param lastEventId where a reader wants to go on; null for the beginning */
  open(lastEventId: string | null): Place
}

/** Where a reader is. */
export interface Place {
  /** The next event for this reader; null while there is none. */
  next(): EncodedEvent | null
}

// Slow readers may each be in the middle of another snapshot; more than these and the oldest begin again.
const SNAPSHOTS_MAXIMUM = 8
/** From here on an age that was written down is told anew. */
const OUTDATED_MS = 1000

export function createFeed({ epoch, clock, records, meta }: FeedOptions): Feed {
  const deltas = createDeltas()
  const snapshots: Snapshot[] = []
  let progressEvents: EncodedEvent[] = []
  let round = 0
  let begunAtMs: number | null = null
  let restated: { event: EncodedEvent; sequence: number; madeAtMs: number } | null = null

  const writeDelta = (sequence: number, delta: Pick<LiveDelta, 'upserts' | 'removed' | 'departures'>) =>
    encodeEvent('delta', `${epoch}.${sequence}`, { epoch, ...delta, meta: meta() })

  function snapshot(): Snapshot {
    const latest = snapshots.at(-1)
    if (latest?.sequence === deltas.newest) return latest
    latest?.stopSharing()
    if (snapshots.length >= SNAPSHOTS_MAXIMUM) snapshots.shift()!.letGo()
    const madeAtMs = clock.now()
    const made = createSnapshot(records(), { epoch, sequence: deltas.newest, meta: meta(), madeAtMs })
    snapshots.push(made)
    return made
  }

  /** No change, under the id that is known already: only the ages in meta are of now. */
  function restate(): EncodedEvent {
    const nowMs = clock.now()
    if (restated?.sequence !== deltas.newest || nowMs - restated.madeAtMs > OUTDATED_MS) {
      const event = writeDelta(deltas.newest, { upserts: [], removed: [], departures: [] })
      restated = { event, sequence: deltas.newest, madeAtMs: nowMs }
    }
    return restated.event
  }

  return {
    epoch,
    get hasBegun() {
      return begunAtMs !== null
    },
    progress(progress, begins) {
      if (begins) {
        progressEvents = []
        round++
      }
      progressEvents.push(encodeEvent('progress', null, progress))
    },
    begin() {
      begunAtMs = clock.now()
      progressEvents = []
    },
    publish(delta) {
      const event = writeDelta(deltas.newest + 1, delta)
      deltas.add({ event, madeAtMs: clock.now() })
      snapshots.at(-1)?.stopSharing()
    },
    open(lastEventId) {
      let at = sequenceOf(lastEventId, epoch)
      let reading: { snapshot: Snapshot; part: number } | null = null
      let progressAt = { round, index: 0 }
      /** When what was sent last was written; null when its ages were looked after. */
      let writtenAtMs = at === null ? null : Math.max(deltas.newestMadeAtMs, begunAtMs ?? -Infinity)

      function nextProgress(): EncodedEvent | null {
        if (progressAt.round !== round) progressAt = { round, index: 0 }
        const event = progressEvents[progressAt.index] ?? null
        if (event) progressAt.index++
        return event
      }

      function nextPart(): EncodedEvent {
        for (;;) {
          reading ??= { snapshot: snapshot(), part: 0 }
          const event = reading.snapshot.part(reading.part)
          if (!event) {
            reading = null
            continue
          }
          reading.part++
          if (reading.part === reading.snapshot.parts) {
            at = reading.snapshot.sequence
            writtenAtMs = reading.snapshot.madeAtMs
            reading = null
          }
          return event
        }
      }

      return {
        next() {
          if (begunAtMs === null) return nextProgress()
          if (reading || at === null || !deltas.canFollow(at)) return nextPart()
          const delta = deltas.after(at)
          if (delta) {
            at++
            writtenAtMs = delta.madeAtMs
            return delta.event
          }
          const isOutdated = writtenAtMs !== null && clock.now() - writtenAtMs > OUTDATED_MS
          writtenAtMs = null
          return isOutdated ? restate() : null
        },
      }
    },
  }
}

/** @returns null when it is not one of ours, or of another epoch */
function sequenceOf(lastEventId: string | null, epoch: string): number | null {
  const match = /^([^.]+)\.(\d{1,15})$/.exec(lastEventId ?? '')
  return match?.[1] === epoch ? Number(match[2]) : null
}
