import type { AreaSearch } from '@/lib/contract/live'
import type { RecordedArea } from '@/lib/contract/recording'
import { COUNTS_MAXIMUM } from '@/lib/contract/recording-limits'
import type { Clock } from '@/lib/scheduling/clock'
import type { WorkerThread } from '@/lib/worker-thread/worker-thread'
import { askQuestion, createPatience, type Patience } from './ask-question'
import { createChunkSource } from './chunk-source'
import { countsOf, gapsOf, type OutlinedChunk, outlineOf, sample, stretchesOf } from './outline'
import { trailOverAreas } from './questions/over-areas'
import { readFrames, timeAfter } from './read-frames'
import { areaName, type Recorder } from './recorder'
import type { Recordings, Span } from './recordings'
import type { SegmentStore } from './store/segment-store'
import type { ExportAnswer, Question } from './thread/answer-question'
import type { RecordingHandlers } from './worker'

export interface StoredRecordingsOptions {
  readonly store: SegmentStore
  readonly thread: Pick<WorkerThread<RecordingHandlers>, 'request'>
  readonly recorder: Pick<Recorder, 'failure'>
  readonly keptMs: number
  readonly clock: Pick<Clock, 'now'>
  /** Names of areas that are recorded also while nobody watches them. */
  readonly always: ReadonlySet<string>
}

/** An area without a list for this long is not recorded now: the longest time between two, and some. */
const RECORDING_MS = 90_000
const HOUR_MS = 3_600_000

/** Recordings as the store has them. */
export function createStoredRecordings(options: StoredRecordingsOptions): Recordings {
  const { store, thread, recorder, keptMs, clock, always } = options
  const source = createChunkSource(store, thread)
  const state = () => ({ failure: recorder.failure, keptHours: keptMs / HOUR_MS, now: clock.now() })

  async function outline(area: string, fromMs = 0): Promise<OutlinedChunk[]> {
    const [chunks, notes] = await Promise.all([store.chunks(area), store.notes(area, fromMs)])
    return outlineOf(chunks, notes, source.damaged)
  }

  async function ask(search: AreaSearch, question: Question, span: Span, patience: Patience) {
    const area = areaName(search)
    const chunks = await outline(area)
    const asked = await askQuestion(source, thread, area, chunks, question, span, patience)
    return { ...asked, gaps: gapsOf(chunks, source.damaged) }
  }

  function describe(search: AreaSearch, chunks: readonly OutlinedChunk[]): RecordedArea {
    const last = chunks.at(-1)
    return {
      search,
      isAlways: always.has(areaName(search)),
      fromMs: chunks[0]?.fromMs ?? null,
      toMs: last?.toMs ?? null,
      bytes: chunks.reduce((sum, { bytes }) => sum + bytes, 0),
      isRecording: last !== undefined && !last.hasEnded && clock.now() - last.toMs < RECORDING_MS,
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
        stretches: within(stretchesOf(chunks)),
        gaps: within(gapsOf(chunks, source.damaged)),
        counts: sample(counts, COUNTS_MAXIMUM),
        ...state(),
      }
    },
    async timeAfter(search, after, { owner, signal }) {
      const area = areaName(search)
      return timeAfter(source.ofOwner(owner), area, await outline(area), after, signal)
    },
    async *frames({ search, ...request }, { owner, signal }) {
      const area = areaName(search)
      yield* readFrames(source.ofOwner(owner), area, await outline(area), request, signal)
    },
    async trail(id, search, span, reader) {
      const areas = search ? [search] : await store.areas()
      return trailOverAreas(id, areas, span, createPatience(reader), ask)
    },
    async export(search, span, format, reader) {
      const question = { kind: 'export', format } as const
      const { answer, untilMs } = await ask(search, question, span, createPatience(reader)(1))
      return untilMs < span.toMs ? null : (answer as ExportAnswer).file
    },
  }
}
