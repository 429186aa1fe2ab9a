import type { AreaSearch } from '@/lib/contract/live'
import type { Clock } from '@/lib/scheduling/clock'
import { intervalsFor } from './always-intervals'
import { areaName } from './recorder'
import { readNote } from './store/note'
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
  readonly clock: Pick<Clock, 'now'>
  readonly log: (line: string) => void
}

export interface RecordAlways {
  /** Watches the areas that have a name, at intervals within the budget; never rejects. */
  review(): Promise<void>
  /** Names of areas that do not fit into the budget. */
  readonly leftOut: ReadonlySet<string>
  stop(): void
}

interface Watched {
  readonly everySeconds: number
  readonly open: OpenStream
}

const LATELY_MS = 60 * 60_000

/** Keeps areas polled that an administrator has recorded always, although no dispatcher watches them. */
export function createRecordAlways(options: RecordAlwaysOptions): RecordAlways {
  const { store, watch, callsPerSecond, clock, log } = options
  const watched = new Map<string, Watched>()
  const leftOut = new Set<string>()
  /** Calls of a sweep, as far as they are known; of an area that is left out, as they were then. */
  const callsOf = new Map<string, number>()
  let isStopped = false

  /** Counts calls as the pages of the last list of a service that answered. */
  async function measure(area: string): Promise<void> {
    const notes = await store.notes(area, clock.now() - LATELY_MS)
    for (const { note } of notes.toReversed()) {
      const list = readNote(note)
      if (!list || !('byStatus' in list) || list.problem !== null || list.pages === undefined) continue
      callsOf.set(area, Math.max(1, list.pages))
      return
    }
  }

  function end(area: string): void {
    watched.get(area)?.open.close()
    watched.delete(area)
  }

  function forget(area: string): void {
    end(area)
    callsOf.delete(area)
    leftOut.delete(area)
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
      for (const area of new Set([...watched.keys(), ...callsOf.keys(), ...leftOut]))
        if (!areas.has(area)) forget(area)
      for (const area of areas) await measure(area)
      const calls = named.map(({ search }) => callsOf.get(areaName(search)) ?? null)
      const intervals = intervalsFor(calls, callsPerSecond)
      for (const [at, { search }] of named.entries()) {
        if (isStopped) return
        // One that cannot be watched leaves the others as they are.
        await keep(search, intervals[at] ?? null).catch(failed)
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
    leftOut,
    stop() {
      isStopped = true
      for (const area of [...watched.keys()]) end(area)
    },
  }
}
