import type { Changes, LiveProgress } from '@/lib/api/contract/live'
import type { Clock } from '@/lib/app/clock'
import { partsOf } from '@/lib/vehicles/difference'
import { type EncodedEvent, encodeEvent, encodeTime, type LoggedEvent } from './event'

// Slow subscribers may each be in the middle of a different snapshot; beyond
// this many the oldest restart.
const SNAPSHOTS_MAXIMUM = 8

/** Ages older than this are sent with the server time, from which the browser corrects them. */
const OUTDATED_MS = 1000

const CHANGES_MAXIMUM = 128
/**
 * About the bytes of a snapshot, within limits: beyond that a snapshot is
 * cheaper than what was missed.
 */
const LOG_BYTES = { perVehicle: 400, min: 256 * 1024, max: 8 * 1024 * 1024 }
/** A subscriber in the middle of one needs the next. */
const CHANGES_MINIMUM = 2

/**
 * The events of an area, each encoded once. A subscriber holds only a cursor: a slow one costs no
 * memory, and gets a fresh snapshot when the changes it missed have been dropped.
 */
export class EventLog {
  readonly #clock: Clock
  readonly #snapshotNow: () => Changes
  /** The first list without events and the changes since; or the progress of the first sweep. */
  #runs: Run[] = []
  #bytes = 0
  #snapshots: Run[] = []
  /**
   * Parts of the newest snapshot while nothing follows it; later ones are encoded for each
   * subscriber still reading.
   */
  readonly #shared = new Map<Changes, LoggedEvent>()
  #time: { readonly atMs: number; readonly event: EncodedEvent } | null = null

  /** @param snapshotNow the list as changes of the empty one; called after the first list */
  constructor(clock: Clock, snapshotNow: () => Changes) {
    this.#clock = clock
    this.#snapshotNow = snapshotNow
  }

  /** Of the newest list; null before the first. */
  get version(): string | null {
    return this.#runs.at(-1)?.version ?? null
  }

  /** Progress of the first sweep; `begins` discards earlier progress. */
  addProgress(progress: LiveProgress, begins: boolean): void {
    if (begins) this.clear()
    this.#push(createRun(null, [encodeEvent('progress', null, progress)]))
  }

  /**
   * A list that is the first one, or does not follow from the one before:
   * all begin with its snapshot.
   */
  begin(version: string): void {
    this.clear()
    this.#push(createRun(version, []))
  }

  /** @param parts at least one; @param vehicles in the list */
  append(parts: readonly LoggedEvent[], version: string, vehicles: number): void {
    const bytesMaximum = Math.min(
      Math.max(vehicles * LOG_BYTES.perVehicle, LOG_BYTES.min),
      LOG_BYTES.max,
    )
    this.#push(createRun(version, parts))
    this.#bytes += sizeOf(parts)
    while (
      this.#runs.length > CHANGES_MAXIMUM + 1 ||
      (this.#bytes > bytesMaximum && this.#runs.length > CHANGES_MINIMUM + 1)
    ) {
      this.#runs.shift()
      // Its version can be resumed from.
      const first = this.#runs[0] as Run
      this.#bytes -= sizeOf(first.parts as readonly LoggedEvent[])
      release(first)
    }
    this.#shared.clear()
  }

  #push(run: Run): void {
    const last = this.#runs.at(-1)
    if (last) last.next = run
    this.#runs.push(run)
  }

  /** Releases the memory of an area that ended; all cursors start again. */
  clear(): void {
    const last = this.#runs.at(-1)
    if (last) last.next = CLEARED
    for (const run of [...this.#runs, ...this.#snapshots]) release(run)
    this.#runs = []
    this.#snapshots = []
    this.#shared.clear()
    this.#bytes = 0
  }

  /**
   * @param lastEventId event to resume after; null for a snapshot
   * @returns takes the next event, after the server time if it was written a while ago;
   * empty while there is none
   */
  open(lastEventId: string | null): () => readonly EncodedEvent[] {
    let run = (lastEventId && this.#runs.findLast(({ version }) => version === lastEventId)) || null
    let at = run?.length ?? 0

    const next = (): LoggedEvent | null => {
      for (;;) {
        if (!run) {
          run = this.#start()
          at = 0
        }
        if (!run) return null
        const part = run.parts[at]
        if (part) {
          at++
          return this.#encode(part, run)
        }
        if (at < run.length) {
          run = null
          continue
        }
        const following: Run | null = (run.of ?? run).next
        if (!following) return null
        run = following
        at = 0
      }
    }

    return () => {
      const event = next()
      if (!event) return []
      const lateMs = this.#clock.now() - event.writtenAtMs
      return lateMs > OUTDATED_MS
        ? [this.#timeAt(event.atMs + lateMs), event.encoded]
        : [event.encoded]
    }
  }

  /** A snapshot of the newest list; before the first, progress. */
  #start(): Run | null {
    const newest = this.#runs.at(-1)
    if (!newest || newest.version === null) return this.#runs[0] ?? null
    const latest = this.#snapshots.at(-1)
    if (latest?.of === newest) return latest
    if (this.#snapshots.length >= SNAPSHOTS_MAXIMUM) release(this.#snapshots.shift() as Run)
    const made = createRun(newest.version, partsOf(this.#snapshotNow()), newest)
    this.#snapshots.push(made)
    return made
  }

  #encode(part: LoggedEvent | Changes, { of }: Run): LoggedEvent {
    if ('encoded' in part) return part
    const event = this.#shared.get(part) ?? encodeEvent('changes', part.version, part)
    if (of?.next === null) this.#shared.set(part, event)
    return event
  }

  /** One event per second, shared by all cursors. */
  #timeAt(atMs: number): EncodedEvent {
    if (!this.#time || Math.abs(atMs - this.#time.atMs) > OUTDATED_MS)
      this.#time = { atMs, event: encodeTime(atMs) }
    return this.#time.event
  }
}

/**
 * Events that are read one after the other: of a change, of progress, or the parts of a snapshot.
 */
interface Run {
  readonly version: string | null
  readonly length: number
  /**
   * A snapshot's are encoded when they are read. Empty once released:
   * cursors within it start again.
   */
  parts: readonly (LoggedEvent | Changes)[]
  /** Of a snapshot: the run that led to its list. */
  readonly of: Run | null
  next: Run | null
}

function createRun(version: string | null, parts: Run['parts'], of: Run | null = null): Run {
  return { version, length: parts.length, parts, of, next: null }
}

function release(run: Run): void {
  run.parts = []
}

/** Follows the newest run of a log that was cleared. */
const CLEARED: Run = { ...createRun(null, []), length: 1 }

function sizeOf(parts: readonly LoggedEvent[]): number {
  return parts.reduce((sum, { encoded }) => sum + encoded.bytes.length, 0)
}
