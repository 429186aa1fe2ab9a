import type { AreaSearch } from '@/lib/api/contract/live'

/** The list with which a chunk begins, the changes to a next list, or the end of the stream. */
export type SegmentKind = 'key' | 'frame' | 'end'

export interface Segment {
  readonly kind: SegmentKind
  /** Server time; milliseconds since the epoch. */
  readonly atMs: number
  /** As streamed: text of server-sent events in byte-aligned deflate blocks; empty for an end. */
  readonly body: Uint8Array
  /** Counts for the timeline, which can be read without the rest; left out of most. */
  readonly note?: string
}

/** A note in its place; null where it is damaged. */
export interface StoredNote {
  readonly chunk: string
  readonly atMs: number
  readonly note: string | null
}

/** Segments that continue a chunk, or begin one with its key. */
export interface NewSegments {
  readonly area: string
  readonly chunk: string
  /** The chunk whose last list this one begins with; null where something lies between. */
  readonly continues: string | null
  /** Segments of the chunk that are stored. */
  readonly after: number
  readonly segments: readonly Segment[]
}

export interface Chunk {
  readonly id: string
  /** By the clock of the server then, which may have been set between two chunks. */
  readonly fromMs: number
  readonly toMs: number
  readonly segments: number
  readonly continues: string | null
}

/** Where recordings are kept. All of it rejects while the store fails. */
export interface SegmentStore {
  areas(): Promise<readonly AreaSearch[]>
  addArea(area: string, search: AreaSearch): Promise<void>
  /** An area without chunks. */
  forgetArea(area: string): Promise<void>
  write(segments: NewSegments): Promise<void>
  /** Of an area, in the order in which they were recorded. */
  chunks(area: string): Promise<readonly Chunk[]>
  /** Of an area, in the order in which they were recorded, from about a time on. */
  notes(area: string, fromMs: number): Promise<readonly StoredNote[]>
  /** Segments that can be read: behind a damaged one none of the chunk can. */
  segments(area: string, chunk: string): Promise<readonly Segment[]>
  /**
   * Deletes a chunk; or puts these segments in its place, not more, all or nothing.
   * @param of only if it has this many
   */
  replace(area: string, chunk: string, by: readonly Segment[], of?: number): Promise<void>
  /** Deletes what is older, of areas that cannot be decrypted or are not known. */
  deleteUnreadable(limitMs: number): Promise<void>
}
