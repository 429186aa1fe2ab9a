import { randomBytes } from 'node:crypto'
import type { AreaSearch } from '@/lib/api/contract/live'
import type { Clock } from '@/lib/app/clock'
import { isDiskFull } from '@/lib/app/settings/disk-full'
import type { AreaFrame } from '@/lib/live/observed-frames'
import { takeInSteps } from '@/lib/vehicles/steps'
import { CLOCK_MS, LATE_MS, type ListNote, noteOf } from './outline'
import type { Segment, SegmentStore } from './store/segment-store'

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

export const CHUNK_MS = 6 * 60_000
/** After a failure: until another chunk is tried. */
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
  /** Of its first and of its newest list; server time. */
  readonly fromMs: number
  toMs: number
  /** The one whose last list it begins with; null where something lies between. */
  continues: string | null
  written: number
  hasFailed: boolean
}

export type AreaRecorder = ReturnType<typeof createAreaRecorder>

/**
 * Writes an area's stream into chunks, each frame as soon as it comes: a process that is killed
 * loses the one in work. The list with which a chunk ends is the first of the next.
 */
export function createAreaRecorder(options: AreaRecorderOptions) {
  const { store, area, search, clock, keptMs, newId = randomId } = options
  const { onFailing, onRecorded } = options
  let chunk: OpenChunk | null = null
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
    const { id: chunk, continues, written: after } = to
    await store.write({ area, chunk, continues, after, segments: [segment] })
    to.written++
    if (isFailing) onFailing(null)
    isFailing = false
    onRecorded?.()
  }

  /** Every so often, and when the service fails or answers again. */
  function noteFor({ meta, vehicles }: AreaFrame): { note?: string } {
    const nowMs = clock.monotonicNow()
    const problem = meta.failure?.kind ?? null
    if (problem === noted && nowMs - notedMs < NOTE_MS) return {}
    notedMs = nowMs
    noted = problem
    return { note: JSON.stringify(noteOf(vehicles(), meta)) }
  }

  /**
   * Deletion goes by the time of day, which may be set: a chunk in work is not cut,
   * and its times go forward.
   * @param lateMs later than this after the list before, something else happened between them
   */
  function mayGrow({ fromMs, toMs, begunMs }: OpenChunk, atMs: number, lateMs: number): boolean {
    const longestMs = keptMs / 2
    const isNext = atMs > toMs - CLOCK_MS && atMs < toMs + lateMs
    return clock.monotonicNow() - begunMs < longestMs && atMs - fromMs < longestMs && isNext
  }

  function begin({ atMs, meta, snapshot, vehicles }: AreaFrame, after: OpenChunk | null): void {
    const begun: OpenChunk = {
      id: newId(),
      begunMs: clock.monotonicNow(),
      fromMs: atMs,
      toMs: atMs,
      continues: null,
      written: 0,
      hasFailed: false,
    }
    chunk = begun
    const counts = noteOf(vehicles(), meta)
    const parts = snapshot()
    inTurn(begun, async () => {
      if (!isNamed) await store.addArea(area, search)
      isNamed = true
      const encoded = await takeInSteps(parts, clock)
      begun.continues = after && !after.hasFailed ? after.id : null
      const note: ListNote = lost ? { ...counts, lost } : counts
      await write(begun, {
        kind: 'key',
        atMs,
        body: Buffer.concat(encoded),
        note: JSON.stringify(note),
      })
      lost = null
    })
  }

  return {
    record(frame: AreaFrame): void {
      const { atMs, deflated: body, meta } = frame
      hasEnded = false
      // A service that asked for a pause is not asked meanwhile.
      const lateMs = noted === null ? LATE_MS + meta.sweepMs : Number.POSITIVE_INFINITY
      // Without changes the list does not follow from the one before.
      if (chunk && !(body && mayGrow(chunk, atMs, lateMs))) chunk = null
      const to = chunk
      if (to && body) {
        to.toMs = Math.max(to.toMs, atMs)
        const segment = { kind: 'frame', atMs, body, ...noteFor(frame) } as const
        inTurn(to, () => write(to, segment))
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
      if (isDue && nowMs >= pausedUntilMs) begin(frame, to)
    },
    /** Resolves when what was recorded so far is written, or could not be. */
    settled: () => done,
    /**
     * Likewise.
     * @param atMs when the stream ended, if that was before; milliseconds since the epoch
     */
    async end(reason: 'unwatched' | 'elsewhere' | 'stopped', atMs?: number): Promise<void> {
      const to = chunk
      chunk = null
      // The stream may begin again: as if nothing had failed.
      hasEnded = true
      isFailing = false
      pausedUntilMs = Number.NEGATIVE_INFINITY
      if (to && mayGrow(to, clock.now(), Number.POSITIVE_INFINITY)) {
        const note = JSON.stringify({ end: reason })
        const end: Segment = {
          kind: 'end',
          atMs: atMs ?? clock.now(),
          body: new Uint8Array(),
          note,
        }
        inTurn(to, () => write(to, end))
      }
      await done
    },
  }
}

const randomId = () => randomBytes(9).toString('base64url')
