import type { AreaSearch } from '@/lib/contract/live'

export type SegmentKind = 'key' | 'frame' | 'end'

/** A key frame that others are differences to. A chunk that is cut has another time, and another list. */
export interface Base {
  readonly chunk: string
  readonly atMs: number
}

/** A part of a chunk as it is stored. */
export interface Segment {
  readonly kind: SegmentKind
  /** Server time; milliseconds since the epoch. */
  readonly atMs: number
  readonly body: Uint8Array
  /** Counts for the timeline, which can be read without the rest; left out of most. */
  readonly note?: string
  /** Of a key frame that was read, where it has one. */
  readonly base?: Base
}

/** A note in its place; null where it is damaged. */
export interface StoredNote {
  readonly chunk: string
  readonly atMs: number
  readonly note: string | null
}

/** Segments that continue a chunk, or begin one with its key frame. */
export interface NewSegments {
  readonly area: string
  readonly chunk: string
  /** Of the key frame; null for none. */
  readonly base: Base | null
  /** The chunk whose last list is the key frame of this one; null where something lies between. */
  readonly continues: string | null
  /** Segments of the chunk that are stored. */
  readonly after: number
  readonly segments: readonly Segment[]
}

export interface Chunk {
  readonly id: string
  /** The chunk to whose key frame this one's is a difference; null for none. */
  readonly base: string | null
  /** By the clock of the server then, which may have been set. */
  readonly fromMs: number
  readonly toMs: number
  readonly segments: number
  readonly continues: string | null
  readonly bytes: number
}

/** Where recordings are kept. All of it rejects while the store fails. */
export interface SegmentStore {
  areas(): Promise<readonly AreaSearch[]>
  /** Areas with a name, which earlier versions recorded always. */
  earlierAlways(): Promise<readonly AreaSearch[]>
  addArea(area: string, search: AreaSearch): Promise<void>
  /** An area without chunks. */
  forgetArea(area: string): Promise<void>
  write(segments: NewSegments): Promise<void>
  /** Of an area, in the order in which they were recorded. */
  chunks(area: string): Promise<readonly Chunk[]>
  /** Of an area, in the order in which they were recorded, from about a time on. */
  notes(area: string, fromMs: number): Promise<readonly StoredNote[]>
  /** Segments that can be read: behind a damaged one none of the chunk can. @param most how many at most */
  segments(area: string, chunk: string, most?: number): Promise<readonly Segment[]>
  /** Deletes a chunk; or puts one of no more segments in its place, all or nothing. @param of only if it has this many */
  replace(area: string, chunk: string, by: NewSegments | null, of?: number): Promise<void>
  /** Deletes what is older, of areas that cannot be decrypted or are not known. */
  deleteUnreadable(limitMs: number): Promise<void>
  /** Another key frame of the same list, as a difference to another base. @returns false where it was not on `from` */
  replaceKey(area: string, chunk: string, from: string, base: Base | null, body: Uint8Array): Promise<boolean>
}
