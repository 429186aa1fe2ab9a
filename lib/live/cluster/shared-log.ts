import {
  ChangeLog,
  type ChangeLogOptions,
  type ListChange,
  type LogEntry,
} from '@/lib/live/log/change-log'
import { firstOf, following, isBefore, type Version } from '@/lib/live/log/version'
import type { Progress } from '@/lib/live/polling/sweep'
import { joinDeflated, readParts } from '@/lib/live/streaming/event'
import type { Encryption } from '@/lib/store/encryption'
import { noDifference } from '@/lib/vehicles/difference'
import { takeInSteps } from '@/lib/vehicles/steps'
import type { Coordinator, LeaseState } from './coordinator'

export interface SharedLogOptions extends ChangeLogOptions {
  readonly coordinator: Coordinator
  readonly encryption: Encryption
  readonly log: (line: string) => void
}

/** Log entries between two snapshots; fewer than the coordinator holds. */
const SNAPSHOT_INTERVAL = 16
/** Bytes of log entries between two snapshots: as many as the snapshot has, within these limits. */
const LOG_BYTES = { min: 1024 ** 2, max: 8 * 1024 ** 2 }
/** A snapshot that expires sooner is stored again. */
const SNAPSHOT_RENEWAL_MS = 10_000

/** `alone`: neither entries of a leader can be read nor can own ones be shared, for now. */
export type Role = 'none' | 'leader' | 'follower' | 'alone'

/**
 * The log of an area that nodes share: the leader's entries are stored, encrypted, and written on
 * the other nodes too. Entries that cannot be shared get an epoch of their own.
 */
export class SharedLog extends ChangeLog {
  readonly #area: string
  readonly #options: SharedLogOptions
  #role: Role = 'none'
  /** Leader: other nodes that watch the area. */
  #others = 0
  /** Leader: the newest stored entry leads to this node's list. */
  #isInStep = false
  /** Leader: the followers need a new snapshot. */
  #isSnapshotDue = true
  /** Leader: entries stored since the snapshot, and their size. */
  #sinceSnapshot = { entries: 0, bytes: 0 }
  #snapshotBytes = 0

  constructor(area: string, options: SharedLogOptions) {
    super(options)
    this.#area = area
    this.#options = options
  }

  get role(): Role {
    return this.#role
  }

  /** @param newest version of the newest stored entry; null before the first */
  lead(newest: Version | null): void {
    this.#role = 'leader'
    this.#isInStep = newest !== null && newest === this.version
    this.#isSnapshotDue = true
    // Entries of the previous leader, for followers that have not read them yet.
    this.#sinceSnapshot = { entries: SNAPSHOT_INTERVAL, bytes: 0 }
    this.#others = 0
  }

  setRole(role: Exclude<Role, 'leader'>): void {
    this.#role = role
  }

  /** For the leader: stores and sends what the followers lack. */
  serveFollowers({ others, snapshotMs }: LeaseState): void {
    const hasGrown = others > this.#others
    this.#others = others
    if (hasGrown) this.resendProgress()
    this.#isSnapshotDue ||= snapshotMs < SNAPSHOT_RENEWAL_MS
    this.#queueSnapshot()
  }

  /** Shared before it is written here, or once it is known that it cannot be. */
  override async append(change: ListChange): Promise<Version> {
    const entry = this.#role === 'leader' ? await this.#share(change) : null
    if (entry === null) return super.append(change)
    await this.write(entry)
    this.#queueSnapshot()
    return entry.version
  }

  override appendProgress(progress: Progress, begins: boolean): void {
    super.appendProgress(progress, begins)
    this.#sendProgress(progress, begins)
  }

  /** For the leader: sends the latest progress of the first sweep to new followers. */
  resendProgress(): void {
    if (this.progress) this.#sendProgress(this.progress, true)
  }

  #sendProgress(progress: Progress, begins: boolean): void {
    if (this.#role !== 'leader' || this.#others === 0) return
    // Exclusive, to keep the order: encrypting one may take longer than the next.
    this.#inBackground(async () => {
      const text = JSON.stringify({ progress, begins })
      const { encryption, coordinator } = this.#options
      const body = await encryption.encrypt(text, `${this.#area} progress`)
      await coordinator.sendProgress(this.#area, body)
    })
  }

  /** For followers: takes progress that the leader sent. */
  receiveProgress(body: Uint8Array): void {
    this.#inBackground(async () => {
      if (this.version !== null) return
      const { encryption } = this.#options
      const text = await encryption.decrypt(body, `${this.#area} progress`)
      const { progress, begins } = JSON.parse(text)
      super.appendProgress(progress, begins)
    })
  }

  /** @returns null when it could not be shared */
  async #share(change: ListChange): Promise<LogEntry | null> {
    const from = this.#isInStep ? this.version : null
    const version = from === null ? firstOf(this.newEpoch()) : following(from)
    const entry = this.entryOf(change, version)
    const isReplayable = from !== null && this.#others > 0
    const bytes = isReplayable ? joinDeflated(entry.parts) : null
    const body = bytes && this.#encrypt('changes', version, bytes)
    const stored = { from, version, body }
    const { coordinator } = this.#options
    this.#isInStep = await coordinator.append(this.#area, stored).catch(() => false)
    this.#countEntry(body)
    return this.#isInStep ? entry : null
  }

  #countEntry(body: Uint8Array | null): void {
    const since = this.#sinceSnapshot
    since.entries++
    since.bytes += body?.length ?? 0
    const wantedBytes = Math.max(this.#snapshotBytes, LOG_BYTES.min)
    const bytesMaximum = Math.min(wantedBytes, LOG_BYTES.max)
    const isLong = since.entries >= SNAPSHOT_INTERVAL
    const isLarge = since.bytes > bytesMaximum
    const isReplayable = body !== null && this.#isInStep
    this.#isSnapshotDue ||= isLong || isLarge || !isReplayable
  }

  readonly #queueSnapshot = this.#once(() => this.#putSnapshot())

  async #putSnapshot(): Promise<void> {
    const hasFollowers = this.#role === 'leader' && this.#others > 0
    if (!hasFollowers || !this.#isSnapshotDue) return
    if (this.version === null) return
    if (!this.#isInStep && !(await this.#shareList())) return
    const { version } = this
    const parts = await takeInSteps(this.snapshot(), this.clock)
    const body = this.#encrypt('list', version, Buffer.concat(parts))
    const { entries } = this.#sinceSnapshot
    const { coordinator } = this.#options
    const isStored = await coordinator.putSnapshot(this.#area, version, body, entries)
    if (!isStored) return
    this.#isSnapshotDue = false
    this.#sinceSnapshot = { entries: 0, bytes: 0 }
    this.#snapshotBytes = body.length
  }

  /**
   * Gives the unchanged list a version that is shared.
   * @returns whether it could be
   */
  async #shareList(): Promise<boolean> {
    const { meta } = this.metaNow()
    const entry = await this.#share({ difference: noDifference, departures: [], meta })
    if (entry) await this.write(entry)
    return entry !== null
  }

  readonly queueCatchUp = this.#once(async () => {
    if (this.#role === 'follower' || this.#role === 'alone') await this.#catchUp()
  })

  /** Writes what the leader stored. Only within `runExclusive`. */
  async catchUp(): Promise<void> {
    await this.#catchUp().catch(this.#onError)
  }

  /** Replays the stored entries, from the snapshot if need be. */
  async #catchUp(): Promise<void> {
    if (await this.#replay()) return
    const stored = await this.#options.coordinator.snapshot(this.#area)
    if (!stored) return
    const { version, body, ageMs } = stored
    const known = this.version
    if (known === version) return
    const isOlder = known !== null && isBefore(version, known)
    if (isOlder) return
    await this.#writeStored('list', version, body, ageMs)
    await this.#replay()
  }

  /** @returns false when the entries do not lead from this node's version to the newest */
  async #replay(): Promise<boolean> {
    const { version } = this
    if (version === null) return false
    const entries = await this.#options.coordinator.read(this.#area, version)
    for (const { from, version, body, ageMs } of entries ?? []) {
      if (body === null || from !== this.version) return false
      await this.#writeStored('changes', version, body, ageMs)
    }
    return entries !== null
  }

  async #writeStored(
    kind: StoredKind,
    version: Version,
    body: Uint8Array,
    ageMs: number,
  ): Promise<void> {
    const { encryption } = this.#options
    const bytes = encryption.decryptBytes(body, this.#purposeOf(kind, version))
    const parts = await takeInSteps(readParts(bytes), this.clock)
    const first = parts[0]?.changes
    const last = parts.at(-1)?.changes
    if (!first || !last) return
    await this.write({
      version: last.version,
      after: first.after,
      meta: last.meta,
      atMs: last.atMs,
      writtenAtMs: this.clock.now() - ageMs,
      parts,
    })
  }

  #encrypt(kind: StoredKind, version: Version, bytes: Uint8Array): Uint8Array {
    const { encryption } = this.#options
    return encryption.encryptBytes(bytes, this.#purposeOf(kind, version))
  }

  #purposeOf(kind: StoredKind, version: Version): string {
    return `${this.#area} ${kind} ${version}`
  }

  /** Queues work unless it is queued already. */
  #once(work: () => Promise<void>): () => void {
    let isQueued = false
    return () => {
      if (isQueued) return
      isQueued = true
      this.#inBackground(async () => {
        isQueued = false
        await work()
      })
    }
  }

  #inBackground(work: () => Promise<void>): void {
    void this.runExclusive(work).catch(this.#onError)
  }

  /** The next heartbeat makes up for work that failed. */
  readonly #onError = (error: unknown): void => {
    if (!this.#options.coordinator.isOwn(error)) this.#options.log(`lib/live: ${error}`)
  }
}

type StoredKind = 'list' | 'changes'
