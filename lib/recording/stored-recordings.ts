import { LRUCache } from 'lru-cache'
import type { AreaSearch } from '@/lib/api/contract/live'
import {
  COUNTS_MAXIMUM,
  EXPORT_POINTS_MAXIMUM,
  type ExportFormat,
  type ListedArea,
  type RecordedArea,
  type RecordedAreas,
  type RecordedTrail,
  type RecordingTimeline,
} from '@/lib/api/contract/recording'
import { type Clock, systemClock } from '@/lib/app/clock'
import {
  askTracks,
  createPatience,
  type Patience,
  type Reader,
  type RecordingThread,
  type Span,
  type TracksQuestion,
  trailOverAreas,
  withoutHoles,
} from './ask-tracks'
import {
  countsOf,
  gapsOf,
  LATE_MS,
  type OutlinedChunk,
  outlineOf,
  type RecordedChunks,
  recordedOf,
  sample,
  stretchesOf,
} from './outline'
import { type Frames, type FramesRequest, openFrames } from './read-frames'
import { areaName, type Recorder } from './recorder'
import { createMemorySegments } from './store/memory-segments'
import type { Segment, SegmentStore } from './store/segment-store'

export interface StoredRecordingsOptions {
  readonly store: SegmentStore
  readonly thread: RecordingThread
  readonly recorder: { readonly failure: Recorder['failure'] }
  readonly keptMs: number
  readonly clock: Clock
}

const HOUR_MS = 3_600_000
/** Damaged chunks. */
const REMEMBERED_MAXIMUM = 1000

export type Recordings = ReturnType<typeof createStoredRecordings>

/** Recordings, for dispatchers and administrators. All of it rejects while the store fails. */
export function createStoredRecordings(options: StoredRecordingsOptions) {
  const { store, thread, recorder, keptMs, clock } = options
  const damaged = new LRUCache<string, number>({ max: REMEMBERED_MAXIMUM })
  const state = () => ({ failure: recorder.failure, keptHours: keptMs / HOUR_MS, now: clock.now() })

  async function outline(area: string): Promise<OutlinedChunk[]> {
    const [chunks, notes] = await Promise.all([store.chunks(area), store.notes(area, 0)])
    return outlineOf(chunks, notes)
  }

  /** Segments that can be read; a chunk with others is remembered. */
  async function load(
    area: string,
    { id, segments, fromMs }: OutlinedChunk,
  ): Promise<readonly Segment[]> {
    const read = await store.segments(area, id)
    // It may have been cut or deleted since it was looked up.
    const now = async () =>
      (await store.chunks(area)).find((chunk) => chunk.id === id)?.segments ?? 0
    if (read.length < segments && read.length < (await now()))
      damaged.set(id, read.at(-1)?.atMs ?? fromMs)
    return read[0]?.kind === 'key' ? read : []
  }

  async function chunksOf(search: AreaSearch): Promise<RecordedChunks> {
    const area = areaName(search)
    return { chunks: await outline(area), load: (chunk) => load(area, chunk), damaged }
  }

  async function ask(search: AreaSearch, question: TracksQuestion, patience: Patience) {
    return askTracks(await chunksOf(search), thread, question, patience)
  }

  function describe(search: AreaSearch, chunks: readonly OutlinedChunk[]): RecordedArea {
    const last = chunks.at(-1)
    // A clock that was set back makes later chunks begin before the first.
    const beginnings = chunks.map(({ fromMs }) => fromMs)
    const ends = chunks.map(({ toMs }) => toMs)
    return {
      search,
      fromMs: last ? Math.min(...beginnings) : null,
      toMs: last ? Math.max(...ends) : null,
      isRecording: last?.endReason === null && clock.now() - last.toMs < LATE_MS,
    }
  }

  return {
    /** Nothing is recorded: RECORDING_HOURS is 0. */
    isOff: keptMs === 0,
    async areas(): Promise<RecordedAreas> {
      const areas: ListedArea[] = []
      for (const search of await store.areas()) {
        const chunks = await outline(areaName(search))
        const area = describe(search, chunks)
        const recorded = recordedOf({ chunks, damaged })
        const newest = recorded.at(-1)
        if (newest && area.isRecording) newest.toMs = Math.max(newest.toMs, clock.now())
        areas.push({ ...area, recorded })
      }
      return { areas }
    },
    async timeline(search: AreaSearch, { fromMs, toMs }: Span): Promise<RecordingTimeline> {
      const area = areaName(search)
      const chunks = await outline(area)
      const within = <T extends Span>(spans: readonly T[]) =>
        spans.filter((span) => span.toMs >= fromMs && span.fromMs <= toMs)
      const counts = countsOf(chunks).filter(({ atMs }) => atMs >= fromMs && atMs <= toMs)
      return {
        area: describe(search, chunks),
        stretches: within(stretchesOf({ chunks, damaged })),
        gaps: within(gapsOf({ chunks, damaged })),
        counts: sample(counts, COUNTS_MAXIMUM),
        ...state(),
      }
    },
    async frames({ search, ...request }: FramesRequest): Promise<Frames> {
      return openFrames(await chunksOf(search), request)
    },
    /** @param search null for all areas */
    async trail(
      id: string,
      search: AreaSearch | null,
      span: Span,
      reader: Reader,
    ): Promise<RecordedTrail> {
      const patience = createPatience(reader, clock)
      const most = Number.POSITIVE_INFINITY
      const areas = search ? [search] : await store.areas()
      return trailOverAreas(id, areas, span, (area, toMs, areasLeft) =>
        ask(area, { ...span, toMs, only: id, most }, patience(areasLeft)),
      )
    },
    /** A file of all vehicles; null for one that would be too large. */
    async export(search: AreaSearch, span: Span, format: ExportFormat, reader: Reader) {
      const question = { ...span, only: null, most: EXPORT_POINTS_MAXIMUM }
      const answer = await ask(search, question, createPatience(reader, clock)(1))
      if (answer.untilMs < span.toMs) return null
      const vehicles = answer.tracks.map((track) => withoutHoles(track, [answer]))
      return thread.request('file', { vehicles, format }, { owner: reader.owner })
    },
  }
}

export const noRecordings: Recordings = createStoredRecordings({
  store: createMemorySegments(),
  // Of exports; there are no lists to decode.
  thread: { request: async () => new Uint8Array() as never },
  recorder: { failure: null },
  keptMs: 0,
  clock: systemClock,
})
