import { LRUCache } from 'lru-cache'
import type { AreaSearch } from '@/lib/api/contract/live'
import type { RecordedArea, RecordedAreas, RecordingTimeline } from '@/lib/api/contract/recording'
import { COUNTS_MAXIMUM, EXPORT_POINTS_MAXIMUM, type ExportFormat } from '@/lib/api/contract/recording-limits'
import type { RecordedTrail } from '@/lib/api/contract/recording-questions'
import type { Clock } from '@/lib/app/clock'
import type { WorkerThread } from '@/lib/app/worker-thread/worker-thread'
import {
  askTracks,
  createPatience,
  type Patience,
  type Reader,
  type Span,
  type TracksQuestion,
  trailOverAreas,
} from './ask-tracks'
import {
  countsOf,
  gapsOf,
  LATE_MS,
  type OutlinedChunk,
  outlineOf,
  type RecordedChunks,
  sample,
  stretchesOf,
} from './outline'
import { endOfFrames, type Frames, type FramesRequest, openFrames } from './read-frames'
import { areaName, type Recorder } from './recorder'
import type { Segment, SegmentStore } from './store/segment-store'
import type { RecordingHandlers } from './worker'

/** Recordings, for dispatchers and administrators. All of it rejects while the store fails. */
export interface Recordings {
  /** Nothing is recorded: RECORDING_HOURS is 0. */
  readonly isOff: boolean
  areas(): Promise<RecordedAreas>
  timeline(search: AreaSearch, span: Span): Promise<RecordingTimeline>
  frames(request: FramesRequest): Promise<Frames>
  trail(id: string, search: AreaSearch | null, span: Span, reader: Reader): Promise<RecordedTrail>
  /** A file of all vehicles; null for one that would be too large. */
  export(
    search: AreaSearch,
    span: Span,
    format: ExportFormat,
    reader: Reader,
  ): Promise<Uint8Array<ArrayBuffer> | null>
}

/** Where nothing is recorded. */
export const noRecordings: Recordings = {
  isOff: true,
  areas: async () => ({ areas: [], keptHours: 0, failure: null, now: 0 }),
  timeline: async (search) => ({
    area: { search, isAlways: false, fromMs: null, toMs: null, bytes: 0, isRecording: false },
    ...{ stretches: [], gaps: [], counts: [], failure: null, keptHours: 0, now: 0 },
  }),
  frames: async () => ({
    fromMs: null,
    toMs: 0,
    parts: endOfFrames({ next: null, lastMs: null, toMs: null }),
  }),
  trail: async (id) => ({ id, directory: null, parts: [], untilMs: 0 }),
  export: async () => new Uint8Array(),
}

export interface StoredRecordingsOptions {
  readonly store: SegmentStore
  readonly thread: Pick<WorkerThread<RecordingHandlers>, 'request'>
  readonly recorder: Pick<Recorder, 'failure'>
  readonly keptMs: number
  readonly clock: Pick<Clock, 'now'>
  /** Names of areas that are recorded also while nobody watches them. */
  readonly always: ReadonlySet<string>
}

const HOUR_MS = 3_600_000
/** Damaged chunks. */
const REMEMBERED_MAXIMUM = 1000

/** Recordings as the store has them. */
export function createStoredRecordings(options: StoredRecordingsOptions): Recordings {
  const { store, thread, recorder, keptMs, clock, always } = options
  const damaged = new LRUCache<string, number>({ max: REMEMBERED_MAXIMUM })
  const state = () => ({ failure: recorder.failure, keptHours: keptMs / HOUR_MS, now: clock.now() })

  async function outline(area: string): Promise<OutlinedChunk[]> {
    const [chunks, notes] = await Promise.all([store.chunks(area), store.notes(area, 0)])
    return outlineOf(chunks, notes)
  }

  /** Segments that can be read; a chunk with others is remembered. */
  async function load(area: string, { id, segments, fromMs }: OutlinedChunk): Promise<readonly Segment[]> {
    const read = await store.segments(area, id)
    // It may have been cut or deleted since it was looked up.
    const now = async () => (await store.chunks(area)).find((chunk) => chunk.id === id)?.segments ?? 0
    if (read.length < segments && read.length < (await now())) damaged.set(id, read.at(-1)?.atMs ?? fromMs)
    return read[0]?.kind === 'key' ? read : []
  }

  async function recordedOf(search: AreaSearch): Promise<RecordedChunks> {
    const area = areaName(search)
    return { chunks: await outline(area), load: (chunk) => load(area, chunk), damaged }
  }

  async function ask(search: AreaSearch, question: TracksQuestion, patience: Patience) {
    return askTracks(await recordedOf(search), thread, question, patience)
  }

  function describe(search: AreaSearch, chunks: readonly OutlinedChunk[]): RecordedArea {
    const last = chunks.at(-1)
    return {
      search,
      isAlways: always.has(areaName(search)),
      fromMs: chunks[0]?.fromMs ?? null,
      toMs: last?.toMs ?? null,
      bytes: chunks.reduce((sum, { bytes }) => sum + bytes, 0),
      isRecording: last?.endReason === null && clock.now() - last.toMs < LATE_MS,
    }
  }

  return {
    isOff: false,
    async areas() {
      const areas: RecordedArea[] = []
      for (const search of await store.areas()) areas.push(describe(search, await outline(areaName(search))))
      return { areas, ...state() }
    },
    async timeline(search, { fromMs, toMs }) {
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
    frames: async ({ search, ...request }) => openFrames(await recordedOf(search), request),
    async trail(id, search, span, reader) {
      const patience = createPatience(reader)
      const most = Number.POSITIVE_INFINITY
      return trailOverAreas(id, search ? [search] : await store.areas(), span, (area, toMs, areasLeft) =>
        ask(area, { ...span, toMs, only: id, most }, patience(areasLeft)),
      )
    },
    async export(search, span, format, reader) {
      const question = { ...span, only: null, most: EXPORT_POINTS_MAXIMUM }
      const { tracks, untilMs } = await ask(search, question, createPatience(reader)(1))
      if (untilMs < span.toMs) return null
      return thread.request('file', { vehicles: tracks, format }, { owner: reader.owner })
    },
  }
}
