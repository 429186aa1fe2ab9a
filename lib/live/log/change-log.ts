import { type Changes, type Departure, type LiveMeta, metaLater } from '@/lib/api/contract/live'
import type { Clock } from '@/lib/app/clock'
import { createFairQueue, type RunExclusive } from '@/lib/app/fair-queue'
import type { Progress } from '@/lib/live/polling/sweep'
import {
  type ChangesPart,
  deflatedParts,
  type EncodedEvent,
  encodeParts,
} from '@/lib/live/streaming/event'
import { EventLog } from '@/lib/live/streaming/event-log'
import { type Difference, snapshotOf } from '@/lib/vehicles/difference'
import { inSteps } from '@/lib/vehicles/steps'
import { VehicleTable } from '@/lib/vehicles/vehicle-table'
import { epochOf, firstOf, following, type Version } from './version'

/** A change of the list that has no version yet. */
export interface ListChange {
  readonly difference: Difference
  /** Vehicles that are not in the list with the change, and why. */
  readonly departures: readonly Departure[]
  /** As of now. */
  readonly meta: LiveMeta
}

/** A change of the list with its version, in parts whose events are encoded once. */
export interface LogEntry extends WrittenMeta, TimedMeta {
  readonly version: Version
  /** Version of the list that it changes; null for a list that does not follow from another. */
  readonly after: Version | null
  readonly parts: readonly ChangesPart[]
}

/** Reads the log of an area. */
export interface LogReader {
  /** Called for each entry in turn, once the list has its version. */
  onEntry(entry: LogEntry): void
  /** Called for progress of the first sweep. */
  onProgress(): void
}

export interface ChangeLogOptions {
  readonly clock: Clock
  readonly newEpoch: () => string
}

/** A list that is whole, and when. */
interface WholeList extends TimedMeta {
  readonly version: Version
  readonly records: VehicleTable['records']
}

interface TimedMeta {
  /** Server time that the ages in `meta` refer to, of the node that wrote it. */
  readonly atMs: number
  readonly meta: LiveMeta
}

interface WrittenMeta {
  /** The moment that the ages in `meta` refer to, on this node's clock. */
  readonly writtenAtMs: number
  readonly meta: LiveMeta
}

/**
 * The changes of an area's list in their order, and the list that they lead to. The area and its
 * subscribers read them, and cannot tell which node appended them.
 */
export class ChangeLog {
  protected readonly clock: Clock
  protected readonly newEpoch: () => string
  /** Keeps others from writing between a comparison with the list and its entry. */
  readonly runExclusive: RunExclusive = createFairQueue({ permits: 1 })
  readonly #events: EventLog
  #reader: LogReader | null = null
  #list = new VehicleTable()
  /** The list for new subscribers while the next one is made in steps. */
  #listBefore: WholeList | null = null
  #newest: WrittenMeta | null = null
  /** Of the first sweep; null when there is a list. */
  #progress: Progress | null = null
  /** Epoch of lists that were not shared. */
  #ownEpoch: string | null = null

  constructor({ clock, newEpoch }: ChangeLogOptions) {
    this.clock = clock
    this.newEpoch = newEpoch
    this.#events = new EventLog(clock, () => this.#snapshotChanges())
  }

  /** Of the newest entry; null before the first. */
  get version(): Version | null {
    return this.#events.version
  }

  get list(): VehicleTable {
    return this.#list
  }

  /** Latest progress of the first sweep; null before any, and when there is a list. */
  get progress(): Progress | null {
    return this.#progress
  }

  /** One reader, from the next entry on. */
  read(reader: LogReader): void {
    this.#reader = reader
  }

  /** The events for a subscriber, as EventLog.open returns them. */
  open(lastEventId: string | null): () => readonly EncodedEvent[] {
    return this.#events.open(lastEventId)
  }

  /**
   * Gives a change of the list its version; resolves when the entry was read. Only
   * within `runExclusive`.
   */
  async append(change: ListChange): Promise<Version> {
    const entry = this.entryOf(change, this.#nextOwnVersion())
    await this.write(entry)
    return entry.version
  }

  /** @param begins discards earlier progress */
  appendProgress(progress: Progress, begins: boolean): void {
    if (this.version !== null) return
    this.#events.addProgress({ ...progress, atMs: this.clock.now() }, begins)
    this.#progress = progress
    this.#reader?.onProgress()
  }

  /**
   * The list as events of a snapshot, deflated part by part.
   * @param at time and metadata of the list; as of now by default
   */
  snapshot(at: TimedMeta = this.metaNow()): Iterable<Uint8Array> {
    return deflatedParts(asChanges(this.#wholeList(at)))
  }

  /** Releases its memory at once, whatever still refers to it: closed streams do for a while. */
  clear(): void {
    this.#list = new VehicleTable()
    this.#listBefore = null
    this.#newest = null
    this.#progress = null
    this.#events.clear()
  }

  /** Metadata of the list as of now; only after the first entry. */
  protected metaNow(): TimedMeta {
    if (this.#newest === null) throw new Error('there is no list yet')
    const { meta, writtenAtMs } = this.#newest
    const atMs = this.clock.now()
    return { atMs, meta: metaLater(meta, Math.max(0, atMs - writtenAtMs)) }
  }

  protected entryOf({ difference, departures, meta }: ListChange, version: Version): LogEntry {
    const after = this.#list.version
    const atMs = this.clock.now()
    const changes: Changes = { version, after, atMs, meta, departures, ...difference }
    return { version, after, meta, atMs, writtenAtMs: atMs, parts: encodeParts(changes) }
  }

  /** Applies an entry, keeps it for subscribers, and has it read. Only within `runExclusive`. */
  protected async write(entry: LogEntry): Promise<void> {
    const { version, after, meta, writtenAtMs, parts } = entry
    // After a failure it is held already, and the list may be half of another one.
    if (this.version !== null) this.#listBefore ??= this.#copyOfList()
    // A list that does not follow has slots of its own.
    const list = after === null ? new VehicleTable() : this.#list
    for (const { changes } of parts) await inSteps(list.apply(changes), this.clock)
    this.#list = list
    this.#listBefore = null
    this.#newest = { meta, writtenAtMs }
    this.#progress = null
    if (after === null) this.#events.begin(version)
    else {
      const events = parts.map((part) => ({ ...part.event(), writtenAtMs }))
      this.#events.append(events, version, meta.loaded)
    }
    this.#reader?.onEntry(entry)
  }

  #nextOwnVersion(): Version {
    const { version } = this
    if (version !== null && epochOf(version) === this.#ownEpoch) return following(version)
    this.#ownEpoch = this.newEpoch()
    return firstOf(this.#ownEpoch)
  }

  #copyOfList(): WholeList {
    const list = this.#wholeList(this.metaNow())
    return { ...list, records: [...list.records] }
  }

  #wholeList({ atMs, meta }: TimedMeta): WholeList {
    const { version, records } = this.#list
    return { version: version as Version, atMs, meta, records }
  }

  #snapshotChanges(): Changes {
    return asChanges(this.#listBefore ?? this.#wholeList(this.metaNow()))
  }
}

/** A list as changes of the empty one. */
function asChanges({ version, atMs, meta, records }: WholeList): Changes {
  return { version, after: null, atMs, meta, departures: [], ...snapshotOf(records) }
}
