import { LRUCache } from 'lru-cache'
import { finish, type ReadKey, readKeySlots } from '@/lib/recording/codec/chunk'
import type { Segment } from '@/lib/recording/store/segment-store'
import { DecodedChunk } from './decoded-chunk'

/** A chunk as it is stored now: one that was written again has another key. */
export interface ChunkRef {
  readonly key: string
  readonly segments: number
}

export interface ChunkData {
  /** As far as they can be read; at least one. */
  readonly segments: readonly Segment[]
  /** The chunk's own key frame is a difference to `base`; otherwise it is the base of others. */
  readonly isDifference: boolean
  readonly base: { readonly key: string; readonly segment: Segment }
}

export interface CacheBounds {
  /** Of decoded chunks; the newest one is kept in any case. */
  readonly chunkBytes: number
  readonly baseBytes: number
}

/** Six minutes of 20,000 vehicles take 20 MB where 7 % of them move a frame, 41 MB where 38 % do; a base takes 16 to 26. */
const BOUNDS: CacheBounds = { chunkBytes: 320e6, baseBytes: 160e6 }

interface Held {
  readonly segments: number
  readonly chunk: DecodedChunk
}

/** Chunks and bases that the thread decoded last. */
export class ChunkCache {
  readonly #chunks: LRUCache<string, Held>
  readonly #bases: LRUCache<string, ReadKey>
  readonly #bounds: CacheBounds
  /** Grows while it is used. */
  #lastKey: string | null = null

  constructor(bounds = BOUNDS) {
    this.#bounds = bounds
    this.#chunks = new LRUCache({ maxSize: bounds.chunkBytes })
    this.#bases = new LRUCache({ maxSize: bounds.baseBytes })
  }

  /** @returns null where the chunk has to be given once more */
  get(ref: ChunkRef, data: ChunkData | undefined): DecodedChunk | null {
    this.#measure()
    const known = this.#chunks.get(ref.key)
    if (known && known.segments >= ref.segments) return this.#use(ref.key, known)
    if (!data) return null
    const chunk = known?.chunk ?? this.#decode(data)
    chunk.extend(data.segments)
    return this.#use(ref.key, { segments: ref.segments, chunk })
  }

  #use(key: string, held: Held): DecodedChunk {
    this.#lastKey = key
    // A size is taken of another value only.
    this.#chunks.set(key, { ...held }, { size: within(held.chunk.bytes, this.#bounds.chunkBytes) })
    return held.chunk
  }

  #measure(): void {
    const held = this.#lastKey === null ? undefined : this.#chunks.peek(this.#lastKey)
    if (held) this.#use(this.#lastKey!, held)
  }

  #decode({ segments, base, isDifference }: ChunkData): DecodedChunk {
    const known = this.#bases.get(base.key)
    const ofBase = known ?? finish(readKeySlots(base.segment.body, null))
    if (!known)
      this.#bases.set(base.key, ofBase, { size: within(ofBase.slots.bytes, this.#bounds.baseBytes) })
    const key = isDifference ? finish(readKeySlots(segments[0]!.body, ofBase.slots)) : ofBase
    return new DecodedChunk(segments, key)
  }
}

/** Counts a chunk that is larger than all that may be kept as that much, so that it is kept alone. */
const within = (bytes: number, most: number) => Math.max(1, Math.min(bytes, most))
