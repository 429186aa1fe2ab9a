import type { AreaSearch } from '@/lib/contract/live'
import type { RecordedAreas, RecordingTimeline } from '@/lib/contract/recording'
import type { ExportFormat } from '@/lib/contract/recording-limits'
import type { RecordedTrail } from '@/lib/contract/recording-questions'

export interface Span {
  readonly fromMs: number
  readonly toMs: number
}

export interface FramesRequest {
  readonly search: AreaSearch
  readonly toMs: number
  /** An instant, of the stretch that begins at `start` if given; or the place that an answer ended at. */
  readonly from: { readonly atMs: number; readonly start: string | null } | { readonly after: string }
  /** Place of a list that the client holds: a whole list may come as its difference to that one. */
  readonly have?: string | null
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
  /** Time of the first list that `frames` reads from a place on; null where none follows. */
  timeAfter(search: AreaSearch, after: string, reader: Reader): Promise<number | null>
  /** The event stream of lib/contract/recording.ts. */
  frames(request: FramesRequest, reader: Reader): AsyncIterable<Uint8Array>
  trail(id: string, search: AreaSearch | null, span: Span, reader: Reader): Promise<RecordedTrail>
  /** A file of all vehicles; null for one that would be too large. */
  export(
    search: AreaSearch,
    span: Span,
    format: ExportFormat,
    reader: Reader,
  ): Promise<Uint8Array<ArrayBuffer> | null>
}
