import type { LiveDelta, LiveMeta, LiveProgress } from '@/lib/contract/live'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import type { Clock } from '@/lib/live/clock'
import { createDeltas } from './deltas'
import type { EncodedEvent } from './event'
import { encodeProgress, encodeWithMeta, type RelativeTimeEvent } from './relative-time-event'
import { createSnapshot, type Snapshot } from './snapshot'
import { epochOf, type Version } from './version'

export interface EventLogOptions {
  readonly clock: Clock
  readonly records: () => readonly VehicleSearchObject[]
  readonly meta: () => LiveMeta
}

/**
 * All there is to tell about an area, written once. Readers keep a place in it and nothing else: one who does not
 * read costs no memory, and finds a fresh snapshot where the deltas he missed are gone.
 */
export interface EventLog {
  /** Of the newest list; null until there is one. */
  readonly version: Version | null
  /** The first sweep goes on, or begins anew. */
  progress(progress: LiveProgress, begins: boolean): void
  /** The list is there. */
  begin(version: Version): void
  readonly hasBegun: boolean
  /** @param version of the list that this leads to */
  publish(delta: Pick<LiveDelta, 'upserts' | 'removed' | 'departures'>, version: Version): void
  /** @param lastEventId where a reader wants to go on; null for the beginning */
  open(lastEventId: string | null): Cursor
}

/** Where a reader is. */
export interface Cursor {
  /** The next event for this reader; null while there is none. */
  next(): EncodedEvent | null
}

// Slow readers may each be in the middle of another snapshot; more than these and the oldest begin again.
const SNAPSHOTS_MAXIMUM = 8

export function createEventLog({ clock, records, meta }: EventLogOptions): EventLog {
  const deltas = createDeltas()
  const snapshots: Snapshot[] = []
  let progressEvents: RelativeTimeEvent[] = []
  let round = 0

  function snapshot(): Snapshot {
    const latest = snapshots.at(-1)
    if (latest?.sequence === deltas.newest) return latest
    latest?.stopSharing()
    if (snapshots.length >= SNAPSHOTS_MAXIMUM) snapshots.shift()!.letGo()
    const madeAtMs = clock.now()
    const { newest: sequence, version } = deltas
    const made = createSnapshot(records(), { version: version!, sequence, meta: meta(), madeAtMs })
    snapshots.push(made)
    return made
  }

  const hasBegun = () => deltas.version !== null

  return {
    get version() {
      return deltas.version
    },
    get hasBegun() {
      return hasBegun()
    },
    progress(progress, begins) {
      if (begins) {
        progressEvents = []
        round++
      }
      progressEvents.push(encodeProgress(progress, clock.now()))
    },
    begin(version) {
      deltas.begin(version)
      progressEvents = []
    },
    publish(delta, version) {
      const [before, epoch] = [epochOf(deltas.version!), epochOf(version)]
      const body = { epoch, ...(before === epoch ? {} : { after: before }), ...delta }
      deltas.add(encodeWithMeta('delta', version, body, meta(), clock.now()), version)
      snapshots.at(-1)?.stopSharing()
    },
    open(lastEventId) {
      let at = lastEventId === null ? null : deltas.sequenceOf(lastEventId)
      let reading: { snapshot: Snapshot; part: number } | null = null
      let progressAt = { round, index: 0 }

      function nextProgress(): RelativeTimeEvent | null {
        if (progressAt.round !== round) progressAt = { round, index: 0 }
        const event = progressEvents[progressAt.index] ?? null
        if (event) progressAt.index++
        return event
      }

      function nextPart(): RelativeTimeEvent {
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

      function nextOf(): RelativeTimeEvent | null {
        if (!hasBegun()) return nextProgress()
        if (reading || at === null || !deltas.canFollow(at)) return nextPart()
        const delta = deltas.after(at)
        if (delta) at++
        return delta
      }

      return { next: () => nextOf()?.at(clock.now()) ?? null }
    },
  }
}
