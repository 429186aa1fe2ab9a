import type { LiveDelta, LiveMeta, LiveProgress, LiveVehicle } from '@/lib/contract/live'
import type { Clock } from '@/lib/scheduling/clock'
import { Deltas, encodeDelta } from './deltas'
import { type EncodedEvent, encodeEvent, encodeTime, type LoggedEvent } from './event'
import { Snapshot } from './snapshot'
import { epochOf, type Version } from './version'

export interface EventLogOptions {
  readonly clock: Clock
  readonly records: () => readonly LiveVehicle[]
  readonly meta: () => LiveMeta
}

/**
 * The events of an area, each encoded once. A subscriber holds only a cursor: a slow one costs no memory, and gets a
 * fresh snapshot when the deltas it missed have been dropped.
 */
export interface EventLog {
  /** Version of the newest list; null before the first. */
  readonly version: Version | null
  /** Progress of the first sweep; `begins` discards earlier progress. */
  addProgress(progress: LiveProgress, begins: boolean): void
  /** The first list is complete. */
  begin(version: Version): void
  readonly hasBegun: boolean
  /** @param version of the resulting list @returns the metadata and the time that were streamed with it */
  append(
    delta: Pick<LiveDelta, 'upserts' | 'removed' | 'departures'>,
    version: Version,
  ): { readonly meta: LiveMeta; readonly atMs: number }
  /** Releases the memory of an area that ended. */
  clear(): void
  /** @param lastEventId event to resume after; null for a snapshot */
  open(lastEventId: string | null): Cursor
}

/** A subscriber's position in the log. */
export interface Cursor {
  /** The next event, after the server time if it was written a while ago; empty while there is none. */
  next(): readonly EncodedEvent[]
}

// Slow subscribers may each be in the middle of a different snapshot; beyond this many the oldest restart.
const SNAPSHOTS_MAXIMUM = 8

/** Ages older than this are sent with the server time, from which the browser corrects them. */
const OUTDATED_MS = 1000

export function createEventLog({ clock, records, meta }: EventLogOptions): EventLog {
  const deltas = new Deltas()
  const snapshots: Snapshot[] = []
  let progressEvents: LoggedEvent[] = []
  let round = 0
  let latestTime: { readonly atMs: number; readonly event: EncodedEvent } | null = null

  /** One event per second, shared by all cursors. */
  function time(): EncodedEvent {
    const nowMs = clock.now()
    if (!latestTime || Math.abs(nowMs - latestTime.atMs) > OUTDATED_MS) {
      latestTime = { atMs: nowMs, event: encodeTime(nowMs) }
    }
    return latestTime.event
  }

  function snapshot(): Snapshot {
    const latest = snapshots.at(-1)
    if (latest?.sequence === deltas.newest) return latest
    latest?.stopSharing()
    if (snapshots.length >= SNAPSHOTS_MAXIMUM) snapshots.shift()!.release()
    const madeAtMs = clock.now()
    const { newest: sequence, version } = deltas
    const made = new Snapshot(records(), { version: version!, sequence, meta: meta(), madeAtMs })
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
    addProgress(progress, begins) {
      if (begins) {
        progressEvents = []
        round++
      }
      progressEvents.push(encodeEvent('progress', null, progress, clock.now()))
    },
    begin(version) {
      deltas.begin(version)
      progressEvents = []
    },
    append(delta, version) {
      const [before, epoch] = [epochOf(deltas.version!), epochOf(version)]
      const after = before === epoch ? undefined : before
      const [ofNow, atMs] = [meta(), clock.now()]
      deltas.add(encodeDelta({ epoch, after, ...delta, meta: ofNow }, version, atMs), version, ofNow.loaded)
      snapshots.at(-1)?.stopSharing()
      return { meta: ofNow, atMs }
    },
    clear() {
      progressEvents = []
      deltas.clear()
      for (const snapshot of snapshots.splice(0)) snapshot.release()
    },
    open(lastEventId) {
      let at = lastEventId === null ? null : deltas.sequenceOf(lastEventId)
      let deltaPart = 0
      let reading: { snapshot: Snapshot; part: number } | null = null
      let progressAt = { round, index: 0 }

      function nextProgress(): LoggedEvent | null {
        if (progressAt.round !== round) progressAt = { round, index: 0 }
        const event = progressEvents[progressAt.index] ?? null
        if (event) progressAt.index++
        return event
      }

      function nextSnapshotPart(): LoggedEvent {
        deltaPart = 0
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

      function nextOf(): LoggedEvent | null {
        if (!hasBegun()) return nextProgress()
        if (reading || at === null || !deltas.canFollow(at)) return nextSnapshotPart()
        const parts = deltas.after(at)
        const event = parts?.[deltaPart++]
        if (!parts || !event) return null
        if (deltaPart === parts.length) {
          at++
          deltaPart = 0
        }
        return event
      }

      return {
        next() {
          const event = nextOf()
          if (!event) return []
          const isOutdated = clock.now() - event.writtenAtMs > OUTDATED_MS
          return isOutdated ? [time(), event.encoded] : [event.encoded]
        },
      }
    },
  }
}
