import type { Changes, LiveProgress } from '@/lib/api/contract/live'
import type { Clock } from '@/lib/app/clock'
import { partsOf } from '@/lib/vehicles/vehicle-table'
import { type EncodedEvent, encodeEvent, encodeTime, type LoggedEvent } from './event'

/** A subscriber's position in the log. */
export interface Cursor {
  /** The next event, after the server time if it was written a while ago; empty while there is none. */
  next(): readonly EncodedEvent[]
}

// Slow subscribers may each be in the middle of a different snapshot; beyond this many the oldest restart.
const SNAPSHOTS_MAXIMUM = 8

/** Ages older than this are sent with the server time, from which the browser corrects them. */
const OUTDATED_MS = 1000

const CHANGES_MAXIMUM = 128
/** About the bytes of a snapshot, within limits: beyond that a snapshot is cheaper than what was missed. */
const LOG_BYTES = { perVehicle: 400, min: 256 * 1024, max: 8 * 1024 * 1024 }
/** A subscriber in the middle of one needs the next. */
const CHANGES_MINIMUM = 2

/**
 * The events of an area, each encoded once. A subscriber holds only a cursor: a slow one costs no memory, and gets a
 * fresh snapshot when the changes it missed have been dropped.
 */
export class EventLog {
  readonly #clock: Clock
  readonly #snapshotNow: () => Changes
  /** The last changes in their parts, by sequence. */
  readonly #changes: (readonly LoggedEvent[])[] = []
  /** Before the first changes held, and after each. */
  readonly #versions: string[] = []
  #bytes = 0
  /** Local sequence of the newest list; 0 for the first. */
  #newest = 0
  readonly #snapshots: Snapshot[] = []
  #progress: LoggedEvent[] = []
  /** Counts the sweeps that progress was made of. */
  #round = 0
  #time: { readonly atMs: number; readonly event: EncodedEvent } | null = null

  /** @param snapshotNow the list as changes of the empty one; called after the first list */
  constructor(clock: Clock, snapshotNow: () => Changes) {
    this.#clock = clock
    this.#snapshotNow = snapshotNow
  }

  /** Of the newest list; null before the first. */
  get version(): string | null {
    return this.#versions.at(-1) ?? null
  }

  /** Progress of the first sweep; `begins` discards earlier progress. */
  addProgress(progress: LiveProgress, begins: boolean): void {
    if (begins) {
      this.#progress = []
      this.#round++
    }
    this.#progress.push(encodeEvent('progress', null, progress))
  }

  /** A list that is the first one, or does not follow from the one before: all begin with its snapshot. */
  begin(version: string): void {
    this.clear()
    this.#newest++
    this.#versions.push(version)
  }

  /**
   * @param parts at least one
   * @param vehicles in the list
   */
  append(parts: readonly LoggedEvent[], version: string, vehicles: number): void {
    const bytesMaximum = Math.min(Math.max(vehicles * LOG_BYTES.perVehicle, LOG_BYTES.min), LOG_BYTES.max)
    this.#newest++
    this.#changes.push(parts)
    this.#versions.push(version)
    this.#bytes += sizeOf(parts)
    while (
      this.#changes.length > CHANGES_MAXIMUM ||
      (this.#bytes > bytesMaximum && this.#changes.length > CHANGES_MINIMUM)
    ) {
      this.#bytes -= sizeOf(this.#changes.shift()!)
      this.#versions.shift()
    }
    this.#snapshots.at(-1)?.stopSharing()
  }

  /** Releases the memory of an area that ended. */
  clear(): void {
    this.#progress = []
    this.#changes.length = 0
    this.#versions.length = 0
    this.#bytes = 0
    for (const snapshot of this.#snapshots.splice(0)) snapshot.release()
  }

  /** @param lastEventId event to resume after; null for a snapshot */
  open(lastEventId: string | null): Cursor {
    const found = lastEventId === null ? -1 : this.#versions.lastIndexOf(lastEventId)
    let at = found < 0 ? null : this.#newest - (this.#versions.length - 1 - found)
    let part = 0
    let reading: Snapshot | null = null
    let progressAt = { round: this.#round, index: 0 }

    const nextProgress = (): LoggedEvent | null => {
      if (progressAt.round !== this.#round) progressAt = { round: this.#round, index: 0 }
      const event = this.#progress[progressAt.index] ?? null
      if (event) progressAt.index++
      return event
    }

    const nextSnapshotPart = (): LoggedEvent => {
      for (;;) {
        if (!reading) {
          reading = this.#snapshot()
          part = 0
        }
        const event = reading.part(part)
        if (!event) {
          reading = null
          continue
        }
        part++
        if (part === reading.parts) {
          at = reading.sequence
          reading = null
          part = 0
        }
        return event
      }
    }

    const next = (): LoggedEvent | null => {
      if (this.version === null) return nextProgress()
      const behind = at === null ? Number.POSITIVE_INFINITY : this.#newest - at
      if (reading || behind > this.#changes.length) return nextSnapshotPart()
      const parts = this.#changes[this.#changes.length - behind]
      const event = parts?.[part]
      if (!parts || !event) return null
      part++
      if (part === parts.length) {
        at = (at as number) + 1
        part = 0
      }
      return event
    }

    return {
      next: () => {
        const event = next()
        if (!event) return []
        const lateMs = this.#clock.now() - event.writtenAtMs
        return lateMs > OUTDATED_MS ? [this.#timeAt(event.atMs + lateMs), event.encoded] : [event.encoded]
      },
    }
  }

  #snapshot(): Snapshot {
    const latest = this.#snapshots.at(-1)
    if (latest?.sequence === this.#newest) return latest
    latest?.stopSharing()
    if (this.#snapshots.length >= SNAPSHOTS_MAXIMUM) this.#snapshots.shift()!.release()
    const made = new Snapshot(this.#newest, this.#snapshotNow())
    this.#snapshots.push(made)
    return made
  }

  /** One event per second, shared by all cursors. */
  #timeAt(atMs: number): EncodedEvent {
    if (!this.#time || Math.abs(atMs - this.#time.atMs) > OUTDATED_MS)
      this.#time = { atMs, event: encodeTime(atMs) }
    return this.#time.event
  }
}

/** The whole list of one version, in parts that are encoded on first use and then shared. */
class Snapshot {
  readonly sequence: number
  readonly parts: number
  readonly #encoded = new Map<number, LoggedEvent>()
  #changes: readonly Changes[]
  #isShared = true

  constructor(sequence: number, list: Changes) {
    this.sequence = sequence
    this.#changes = partsOf(list)
    this.parts = this.#changes.length
  }

  /** @returns null after `release`: restart with a newer snapshot */
  part(index: number): LoggedEvent | null {
    const changes = this.#changes[index]
    if (!changes) return null
    const event = this.#encoded.get(index) ?? encodeEvent('changes', changes.version, changes)
    if (this.#isShared) this.#encoded.set(index, event)
    return event
  }

  /** A newer one exists: parts are no longer cached, but encoded for each subscriber still reading. */
  stopSharing(): void {
    this.#isShared = false
    this.#encoded.clear()
  }

  release(): void {
    this.#changes = []
    this.#encoded.clear()
  }
}

function sizeOf(parts: readonly LoggedEvent[]): number {
  return parts.reduce((sum, { encoded }) => sum + encoded.bytes.length, 0)
}
