import type { LiveDelta, LiveMeta, LiveProgress } from '@/lib/schema/live'
import type { VehicleSearchObject } from '@/lib/schema/resources'
import { type AgingEvent, encodeProgress, encodeWithMeta } from './aging'
import type { Clock } from './clock'
import { createDeltas } from './deltas'
import type { EncodedEvent } from './event'
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

export function createFeed({ epoch, clock, records, meta }: FeedOptions): Feed {
  const deltas = createDeltas()
  const snapshots: Snapshot[] = []
  let progressEvents: AgingEvent[] = []
  let round = 0
  let hasBegun = false

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

  return {
    epoch,
    get hasBegun() {
      return hasBegun
    },
    progress(progress, begins) {
      if (begins) {
        progressEvents = []
        round++
      }
      progressEvents.push(encodeProgress(progress, clock.now()))
    },
    begin() {
      hasBegun = true
      progressEvents = []
    },
    publish(delta) {
      const id = `${epoch}.${deltas.newest + 1}`
      deltas.add(encodeWithMeta('delta', id, { epoch, ...delta }, meta(), clock.now()))
      snapshots.at(-1)?.stopSharing()
    },
    open(lastEventId) {
      let at = sequenceOf(lastEventId, epoch)
      let reading: { snapshot: Snapshot; part: number } | null = null
      let progressAt = { round, index: 0 }

      function nextProgress(): AgingEvent | null {
        if (progressAt.round !== round) progressAt = { round, index: 0 }
        const event = progressEvents[progressAt.index] ?? null
        if (event) progressAt.index++
        return event
      }

      function nextPart(): AgingEvent {
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
            reading = null
          }
          return event
        }
      }

      function nextOf(): AgingEvent | null {
        if (!hasBegun) return nextProgress()
        if (reading || at === null || !deltas.canFollow(at)) return nextPart()
        const delta = deltas.after(at)
        if (delta) at++
        return delta
      }

      return { next: () => nextOf()?.at(clock.now()) ?? null }
    },
  }
}

/** @returns null when it is not one of ours, or of another epoch */
function sequenceOf(lastEventId: string | null, epoch: string): number | null {
  const match = /^([^.]+)\.(\d{1,15})$/.exec(lastEventId ?? '')
  return match?.[1] === epoch ? Number(match[2]) : null
}
