import {
  type FrameHead,
  FrameReader,
  finish,
  type ReadFrame,
  type ReadKey,
  readKeySlots,
} from '@/lib/recording/codec/chunk'
import type { Slots } from '@/lib/recording/codec/slots'
import { readTime } from '@/lib/recording/codec/times'
import type { Segment } from '@/lib/recording/store/segment-store'

/** A list as it was streamed, and what of it was new. */
export interface DecodedFrame extends ReadFrame {
  /** Version of the list before. */
  readonly before: string
}

const KEPT_EVERY = 12

/** A chunk, decoded as far as was asked for. Lists are numbered: 0 is the key frame's. */
export class DecodedChunk {
  /** Segments with a list. */
  #segments: readonly Segment[]
  readonly #key: ReadKey
  readonly #reader: FrameReader
  readonly #frames: DecodedFrame[] = []
  #framesBytes = 0
  /** One list in KEPT_EVERY, from which the next ones are had. */
  readonly #kept = new Map<number, Slots>()
  /** A list between the key frame's and the one decoded last. */
  #view: { at: number; slots: Slots } | null = null

  /** @param key of the first segment */
  constructor(segments: readonly Segment[], key: ReadKey) {
    this.#segments = segments.filter(({ kind }) => kind !== 'end')
    this.#key = key
    this.#reader = new FrameReader(key)
  }

  static of(segments: readonly Segment[], base: Slots | null): DecodedChunk {
    return new DecodedChunk(segments, finish(readKeySlots(segments[0]!.body, base)))
  }

  /** About as many as it takes in memory by now, without what it shares with its base. */
  get bytes(): number {
    const lists = [this.#key.slots, this.#reader.slots, this.#view?.slots, ...this.#kept.values()]
    const stored = this.#segments.reduce((sum, { body }) => sum + body.length, 0)
    return lists.reduce((sum, list) => sum + (list?.bytes ?? 0), stored + this.#framesBytes)
  }

  /** Also the segments that were stored meanwhile. */
  extend(segments: readonly Segment[]): void {
    this.#segments = segments.filter(({ kind }) => kind !== 'end')
  }

  get length(): number {
    return this.#segments.length
  }

  /** Streamed at it or before: -1 for a time before the first. */
  numberAt(atMs: number): number {
    return this.#segments.findLastIndex((segment) => segment.atMs <= atMs)
  }

  /** Streamed at exactly this time, the last one of them; otherwise as `numberAt`. */
  numberOf(atMs: number): number {
    const number = this.#segments.findLastIndex((segment) => segment.atMs === atMs)
    return number < 0 ? this.numberAt(atMs) : number
  }

  atMs(number: number): number {
    return this.#segments[number]!.atMs
  }

  head(number: number): FrameHead {
    return number === 0 ? this.#key.head : this.frame(number).head
  }

  frame(number: number): DecodedFrame {
    while (this.#frames.length < number) {
      const before = this.#frames.at(-1)?.head.version ?? this.#key.head.version
      const frame = this.#reader.readChanges(this.#segments[this.#frames.length + 1]!.body)
      this.#framesBytes += frame.changes.close().bytes
      this.#frames.push({ ...frame, before })
      const at = this.#frames.length
      if (at % KEPT_EVERY === 0) this.#kept.set(at, this.#reader.slots.copy())
    }
    return this.#frames[number - 1]!
  }

  /** The list; not to be changed, and as it is until another one is asked for. */
  list(number: number): Slots {
    if (number > 0) this.frame(number)
    if (number === this.#frames.length) return this.#reader.slots
    const keptAt = number - (number % KEPT_EVERY)
    if (!this.#view || this.#view.at > number || this.#view.at < keptAt) {
      const kept = this.#kept.get(keptAt)
      this.#view = kept ? { at: keptAt, slots: kept.copy() } : { at: 0, slots: this.#key.slots.compact() }
    }
    while (this.#view.at < number) {
      this.#view.at++
      this.frame(this.#view.at).changes.apply(this.#view.slots, spellingOf)
    }
    return this.#view.slots
  }

  /** @returns ids of the vehicles that were in the list before, but not in this one */
  removed(number: number): string[] {
    const { removed } = this.frame(number).changes
    if (removed.length === 0) return []
    const before = this.list(number - 1)
    return removed.map((at) => (before.records[at]?.id as string | undefined) ?? '')
  }
}

const spellingOf = (mtime: unknown) => (typeof mtime === 'string' ? (readTime(mtime)?.spelling ?? '') : '')
