import type { AreaSearch } from '@/lib/contract/live'
import type { RecordedAreas, RecordingTimeline } from '@/lib/contract/recording'
import type { ExportFormat } from '@/lib/contract/recording-limits'
import type { RecordedTrail } from '@/lib/contract/recording-questions'
import { endOfFrames } from './read-frames'

export interface Span {
  readonly fromMs: number
  readonly toMs: number
}

export interface FramesRequest {
  readonly search: AreaSearch
  readonly toMs: number
  /** An instant, of the stretch that begins at `start` if given; or the place that an answer ended at. */
  readonly from: { readonly atMs: number; readonly start: string | null } | { readonly after: string }
}

/** An answer to it. */
export interface Frames {
  /** Time of its first list; null for none. */
  readonly fromMs: number | null
  /** It has no lists after that. */
  readonly toMs: number
  /** The event stream of lib/contract/recording.ts as one deflate stream. */
  readonly parts: AsyncIterable<Uint8Array>
}

/** For whom recordings are read. */
export interface Reader {
  /** Ends the reading. */
  readonly signal: AbortSignal
  /** Owners take turns in the thread that decodes. */
  readonly owner: string
}

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
