import { type AreaSearch, INTERVALS_SECONDS } from '@/lib/contract/live'
import type { Clock } from '@/lib/live/clock'
import { areaName } from './recorder'
import { type Note, readNote } from './store/note'
import type { SegmentStore } from './store/segment-store'

/** An open stream of an area. */
export interface OpenStream {
  readonly stream: ReadableStream<Uint8Array>
  readonly isClosed: boolean
  close(): void
}

export interface RecordAlwaysOptions {
  readonly store: Pick<SegmentStore, 'areas' | 'notes'>
  /** Polls an area as for a dispatcher. @throws ProblemError where the bounds of watched areas are reached */
  readonly watch: (search: AreaSearch, everySeconds: number) => Promise<OpenStream>
  /** Of all areas together. */
  readonly callsPerSecond: number
  /** Vehicles a call. */
  readonly pageSize: number
  readonly clock: Pick<Clock, 'now'>
  readonly log: (line: string) => void
}

export interface RecordAlways {
  /** Watches the areas that have a name, at intervals within the budget; never rejects. */
  review(): Promise<void>
  stop(): void
}

interface Watched {
  readonly everySeconds: number
  readonly open: OpenStream
}

const LONGEST_SECONDS = INTERVALS_SECONDS.at(-1)!
const LATELY_MS = 60 * 60_000

/** Keeps areas polled that an administrator has recorded always, although no dispatcher watches them. */
export function createRecordAlways(options: RecordAlwaysOptions): RecordAlways {
  const { store, watch, callsPerSecond, pageSize, clock, log } = options
  const watched = new Map<string, Watched>()
  const leftOut = new Set<string>()
  let isStopped = false

  /** Calls of a sweep: by the last list, or one where there is none. */
  async function callsOf(area: string): Promise<number> {
    const notes = await store.notes(area, clock.now() - LATELY_MS)
    const last = notes.map(({ note }) => readNote(note)).findLast((note) => note && 'byStatus' in note)
    return Math.max(1, Math.ceil(vehiclesOf(last ?? null) / pageSize))
  }

  function end(area: string): void {
    watched.get(area)?.open.close()
    watched.delete(area)
  }

  async function keep(search: AreaSearch, everySeconds: number | null): Promise<void> {
    const area = areaName(search)
    const known = watched.get(area)
    if (everySeconds === null) {
      if (!leftOut.has(area))
        log('lib/recording: an area to be recorded always exceeds RECORDING_CALLS_PER_SECOND')
      leftOut.add(area)
      return end(area)
    }
    leftOut.delete(area)
    if (known?.everySeconds === everySeconds && !known.open.isClosed) return
    const open = await watch(search, everySeconds)
    if (isStopped) return open.close()
    end(area)
    watched.set(area, { everySeconds, open })
    // A stream that is not read is closed.
    void open.stream.pipeTo(new WritableStream()).catch(() => undefined)
  }

  const failed = (error: unknown) =>
    log(`lib/recording: areas to be recorded always could not be watched: ${(error as Error).message}`)

  async function reviewOnce(): Promise<void> {
    try {
      const named = callsPerSecond === 0 ? [] : (await store.areas()).filter(({ name }) => name !== null)
      const areas = new Set(named.map(({ search }) => areaName(search)))
      for (const area of watched.keys()) if (!areas.has(area)) end(area)
      for (const { search } of named) {
        const calls = await callsOf(areaName(search))
        if (isStopped) return
        // One that cannot be watched leaves the others as they are.
        await keep(search, intervalFor(calls, callsPerSecond / named.length)).catch(failed)
      }
    } catch (error) {
      failed(error)
    }
  }

  let reviewed: Promise<void> = Promise.resolve()
  return {
    review() {
      // One after the other: an area is watched once.
      reviewed = reviewed.then(reviewOnce)
      return reviewed
    },
    stop() {
      isStopped = true
      for (const area of [...watched.keys()]) end(area)
    },
  }
}

/** @returns the shortest that takes no more than the share; null where even the longest does */
export function intervalFor(calls: number, callsPerSecond: number): number | null {
  const fits = (seconds: number) => calls / seconds <= callsPerSecond
  return INTERVALS_SECONDS.find(fits) ?? (fits(LONGEST_SECONDS) ? LONGEST_SECONDS : null)
}

function vehiclesOf(note: Note | null): number {
  return note && 'byStatus' in note ? Object.values(note.byStatus).reduce((sum, count) => sum + count, 0) : 0
}
