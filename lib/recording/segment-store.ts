import type { AreaSearch } from '@/lib/contract/live'

export type SegmentKind = 'key' | 'frame' | 'end'

/** A part of a chunk as it is stored. */
export interface Segment {
  readonly kind: SegmentKind
  /** Server time; milliseconds since the epoch. */
  readonly atMs: number
  readonly body: Uint8Array
}

/** Segments that continue a chunk, or begin one with its key frame. */
export interface NewSegments {
  readonly area: string
  readonly chunk: string
  /** The chunk to whose key frame this one's is a difference; null for none. */
  readonly base: string | null
  /** Segments of the chunk that are stored. */
  readonly after: number
  readonly segments: readonly Segment[]
}

export interface Chunk {
  readonly id: string
  readonly base: string | null
  /** By the clock of the server then, which may have been set. */
  readonly fromMs: number
  readonly toMs: number
  readonly segments: number
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
  /** Those that can be read: behind a damaged one none of the chunk can. @param most only so many of them */
  segments(area: string, chunk: string, most?: number): Promise<readonly Segment[]>
  /** Deletes a chunk; or puts one of no more segments in its place, all or nothing. */
  replace(area: string, chunk: string, by: NewSegments | null): Promise<void>
  /** Another key frame of the same list, as a difference to another base. */
  replaceKey(area: string, chunk: string, base: string | null, body: Uint8Array): Promise<void>
}
