import { randomBytes } from 'node:crypto'
import { isDiskFull } from '@/lib/config/disk-full'
import type { AreaSearch, LiveMeta, LiveVehicle, VehiclePatch } from '@/lib/contract/live'
import type { AreaFrame } from '@/lib/live/observed-frames'
import type { Clock } from '@/lib/scheduling/clock'
import { inSteps } from '@/lib/scheduling/steps'
import { type FrameHead, FrameWriter, writeKey } from './codec/chunk'
import { type ListNote, noteOf } from './store/note'
import type { Base, Segment, SegmentStore } from './store/segment-store'

/** Why the stream ends: none watches the area, another node polls it, or this one stops. */
export type EndReason = 'unwatched' | 'elsewhere' | 'stopped'

export interface AreaRecorderOptions {
  readonly store: SegmentStore
  /** Names the area on every node. */
  readonly area: string
  readonly search: AreaSearch
  readonly clock: Clock
  /** Age at which lists are deleted. */
  readonly keptMs: number
  /** Called when writing begins to fail, and with null when it works again. */
  readonly onFailing: (failure: unknown) => void
  /** Called after each list that was written. */
  readonly onRecorded?: () => void
  readonly newId?: () => string
}

export interface AreaRecorder {
  record(frame: AreaFrame): void
  /** Resolves when what was recorded so far is written, or could not be. */
  settled(): Promise<void>
  /** Likewise. @param atMs when the stream ended, if that was before; milliseconds since the epoch */
  end(reason: EndReason, atMs?: number): Promise<void>
}

export const CHUNK_MS = 6 * 60_000
/** Chunks of this time are differences to the key frame of one of them; of half of what is kept, where that is less. */
export const BASE_MS = 2 * 60 * 60_000
/** After a failure: until a key frame is tried again. */
export const RETRY_MS = 30_000
/** Between two notes, unless the service fails or answers again. */
const NOTE_MS = 10_000
/** Frames that wait for the store: beyond it, writing counts as failed. */
const WAITING_MAXIMUM = 12

/** The chunk that frames are written to; a failure ends it. */
interface OpenChunk {
  readonly id: string
  /** On the monotonic clock. */
  readonly begunMs: number
  /** Of its key frame; server time. */
  readonly atMs: number
  readonly base: BaseList | null
  /** The one whose last list it begins with; null where something lies between. */
  continues: string | null
  writer: FrameWriter | null
  written: number
  hasFailed: boolean
}

interface BaseList extends Base {
  readonly records: readonly LiveVehicle[]
  readonly begunMs: number
}

/**
 * Writes an area's stream into chunks, each frame as soon as it comes: a process that is killed loses the one in work. The
 * frame with which a chunk ends is the key frame of the next.
 */
export function createAreaRecorder(options: AreaRecorderOptions): AreaRecorder {
  const { store, area, search, clock, keptMs, onFailing, onRecorded, newId = randomId } = options
  const baseMs = Math.min(BASE_MS, keptMs / 2)
  let chunk: OpenChunk | null = null
  let base: BaseList | null = null
  let waiting = 0
  let pausedUntilMs = Number.NEGATIVE_INFINITY
  let isFailing = false
  let hasEnded = false
  let isNamed = false
  /** Why the last lists were not stored; null where they were. */
  let lost: ListNote['lost'] | null = null
  let notedMs = Number.NEGATIVE_INFINITY
  let noted: ListNote['problem'] = null
  let done: Promise<void> = Promise.resolve()

  function inTurn(of: OpenChunk, work: () => Promise<void>): void {
    waiting++
    done = done
      .then(() => (of.hasFailed ? undefined : work()))
      .catch((error: unknown) => fail(of, error))
      .finally(() => waiting--)
  }

  function fail(of: OpenChunk, error: unknown): void {
    of.hasFailed = true
    if (chunk === of) chunk = null
    if (base?.chunk === of.id) base = null
    lost = isDiskFull(error) ? 'disk-full' : 'store'
    if (hasEnded) return
    pausedUntilMs = clock.monotonicNow() + RETRY_MS
    notify(error)
  }

  function notify(error: unknown): void {
    if (!isFailing) onFailing(error)
    isFailing = true
  }

  async function write(to: OpenChunk, segment: Segment): Promise<void> {
    await store.write({
      area,
      chunk: to.id,
      base: to.base && { chunk: to.base.chunk, atMs: to.base.atMs },
      continues: to.continues,
      after: to.written,
      segments: [segment],
    })
    to.written++
    if (isFailing) onFailing(null)
    isFailing = false
    onRecorded?.()
  }

  /** Every so often, and when the service fails or answers again. */
  function noteFor(meta: LiveMeta, records: () => readonly LiveVehicle[]): { note?: string } {
    const nowMs = clock.monotonicNow()
    const problem = meta.failure?.kind ?? null
    if (problem === noted && nowMs - notedMs < NOTE_MS) return {}
    notedMs = nowMs
    noted = problem
    return { note: JSON.stringify(noteOf(records(), meta)) }
  }

  /** Deletion goes by the time of day, which may be set: neither a chunk in work nor its base is cut. */
  function isYoung({ atMs, begunMs }: Pick<OpenChunk, 'atMs' | 'begunMs'>, nowMs: number): boolean {
    return clock.monotonicNow() - begunMs < baseMs && nowMs - atMs < baseMs
  }

  function begin(head: FrameHead, records: readonly LiveVehicle[], after: OpenChunk | null): void {
    const begunMs = clock.monotonicNow()
    if (base && !(head.atMs >= base.atMs && isYoung(base, head.atMs))) base = null
    const id = newId()
    const begun: OpenChunk = {
      ...{ id, begunMs, atMs: head.atMs, base, continues: null },
      ...{ writer: null, written: 0, hasFailed: false },
    }
    base ??= { chunk: begun.id, atMs: head.atMs, records, begunMs }
    chunk = begun
    inTurn(begun, async () => {
      if (!isNamed) await store.addArea(area, search)
      isNamed = true
      const key = { head, records }
      const body = await inSteps(writeKey(key, begun.base?.records), clock)
      begun.writer = new FrameWriter(key)
      begun.continues = after && !after.hasFailed ? after.id : null
      const note: ListNote = { ...noteOf(records, head.meta), ...(lost && { lost }) }
      await write(begun, { kind: 'key', atMs: head.atMs, body, note: JSON.stringify(note) })
      lost = null
    })
  }

  return {
    record({ atMs, version, meta, ...frame }) {
      const records = () => withoutChanges(frame.records())
      const delta = frame.delta && { ...frame.delta, upserts: withoutChanges(frame.delta.upserts) }
      hasEnded = false
      const head: FrameHead = { atMs, version, meta, departures: delta?.departures ?? [] }
      if (chunk && !isYoung(chunk, atMs)) chunk = null
      const to = chunk
      if (to && delta) {
        const note = noteFor(meta, records)
        inTurn(to, async () => {
          const body = to.writer && (await inSteps(to.writer.steps(head, delta), clock))
          if (body) await write(to, { kind: 'frame', atMs, body, ...note })
        })
      }
      if (waiting > WAITING_MAXIMUM) {
        const error = new Error('the store is too slow')
        if (chunk) fail(chunk, error)
        // Another chunk would wait as well, with its whole list.
        else notify(error)
        return
      }
      const nowMs = clock.monotonicNow()
      const isDue = !chunk || nowMs - chunk.begunMs >= CHUNK_MS
      if (isDue && nowMs >= pausedUntilMs) begin(head, records(), to && delta ? to : null)
    },
    settled: () => done,
    async end(reason, atMs) {
      const to = chunk
      chunk = null
      // The stream may begin again: as if nothing had failed.
      hasEnded = true
      isFailing = false
      pausedUntilMs = Number.NEGATIVE_INFINITY
      if (to && isYoung(to, clock.now())) {
        const body = Buffer.from(JSON.stringify({ reason }))
        const note = JSON.stringify({ end: reason })
        inTurn(to, () => write(to, { kind: 'end', atMs: atMs ?? clock.now(), body, note }))
      }
      await done
    },
  }
}

/** Without `changedSince`, which follows from the lists. */
function withoutChanges<Patch extends VehiclePatch>(vehicles: readonly Patch[]): Patch[] {
  return vehicles.map((one) => (one.changedSince ? { ...one, changedSince: undefined } : one))
}

const randomId = () => randomBytes(9).toString('base64url')
