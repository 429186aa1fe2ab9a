import { LRUCache } from 'lru-cache'
import { type ReadKey, readKeySlots, type Steps } from '@/lib/recording/codec/chunk'
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
/** Chunks that are being decoded. */
const BEGUN_MAXIMUM = 4

interface Held {
  readonly segments: number
  readonly chunk: DecodedChunk
}

/** Chunks and bases that the thread decoded last. */
export class ChunkCache {
  readonly #chunks: LRUCache<string, Held>
  readonly #bases: LRUCache<string, ReadKey>
  /** Given to be prepared, and key frames of which a part is read. */
  readonly #given = new LRUCache<string, ChunkData>({ max: BEGUN_MAXIMUM })
  readonly #begun = new LRUCache<string, Steps<ReadKey>>({ max: BEGUN_MAXIMUM })
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
    return this.#open(ref, data, Number.POSITIVE_INFINITY)
  }

  /**
   * Decodes a chunk up to a time of it, until `untilMs` at the latest.
   * @returns whether that is done; null where the chunk has to be given
   */
  prepare(ref: ChunkRef, data: ChunkData | undefined, atMs: number, untilMs: number): boolean | null {
    const given = data ?? this.#given.get(ref.key)
    const chunk = this.#open(ref, given, untilMs)
    if (!chunk && !given) return null
    // Opened, it has its segments itself.
    if (chunk || !given) this.#given.delete(ref.key)
    else this.#given.set(ref.key, given)
    return chunk?.prepare(chunk.numberAt(atMs), untilMs) ?? false
  }

  #open({ key, segments }: ChunkRef, data: ChunkData | undefined, untilMs: number): DecodedChunk | null {
    this.#measure()
    const known = this.#chunks.get(key)
    if (known && known.segments >= segments) return this.#use(key, known)
    if (!data) return null
    const chunk = known?.chunk ?? this.#decode(key, data, untilMs)
    chunk?.extend(data.segments)
    return chunk && this.#use(key, { segments, chunk })
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

  /** @returns null where the time did not suffice */
  #decode(key: string, { segments, base, isDifference }: ChunkData, untilMs: number): DecodedChunk | null {
    const known = this.#bases.get(base.key)
    const ofBase = known ?? this.#readKey(base.key, readKeySlots(base.segment.body, null), untilMs)
    if (!ofBase) return null
    const size = within(ofBase.slots.bytes, this.#bounds.baseBytes)
    if (!known) this.#bases.set(base.key, ofBase, { size })
    const own = isDifference
      ? this.#readKey(key, readKeySlots(segments[0]!.body, ofBase.slots), untilMs)
      : ofBase
    return own && new DecodedChunk(segments, own)
  }

  #readKey(key: string, fresh: Steps<ReadKey>, untilMs: number): ReadKey | null {
    const steps = this.#begun.get(key) ?? fresh
    // One that fails is not gone on with.
    this.#begun.delete(key)
    do {
      const step = steps.next()
      if (step.done) return step.value
    } while (performance.now() < untilMs)
    this.#begun.set(key, steps)
    return null
  }
}

/** Counts a chunk that is larger than all that may be kept as that much, so that it is kept alone. */
const within = (bytes: number, most: number) => Math.max(1, Math.min(bytes, most))
