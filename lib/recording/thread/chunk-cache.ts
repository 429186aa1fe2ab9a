import { LRUCache } from 'lru-cache'
import { finish, readKeySlots } from '@/lib/recording/codec/chunk'
import type { Slots } from '@/lib/recording/codec/slots'
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
  readonly base: { readonly key: string; readonly segment: Segment } | null
}

/** Chunks of this size, of 20,000 vehicles, take 5 to 15 MB each. */
const CHUNKS_MAXIMUM = 16
const BASES_MAXIMUM = 4

/** What the thread has decoded last. */
export class ChunkCache {
  readonly #chunks = new LRUCache<string, { readonly segments: number; readonly chunk: DecodedChunk }>({
    max: CHUNKS_MAXIMUM,
  })
  readonly #bases = new LRUCache<string, Slots>({ max: BASES_MAXIMUM })

  /** @returns null where the chunk has to be given once more */
  get({ key, segments }: ChunkRef, data: ChunkData | undefined): DecodedChunk | null {
    const known = this.#chunks.get(key)
    if (known && known.segments >= segments) return known.chunk
    if (!data) return null
    const chunk = known?.chunk ?? new DecodedChunk(data.segments, this.#baseOf(data))
    chunk.extend(data.segments)
    this.#chunks.set(key, { segments, chunk })
    return chunk
  }

  #baseOf({ base }: ChunkData): Slots | null {
    if (!base) return null
    const known = this.#bases.get(base.key)
    if (known) return known
    const { slots } = finish(readKeySlots(base.segment.body, null))
    this.#bases.set(base.key, slots)
    return slots
  }
}
