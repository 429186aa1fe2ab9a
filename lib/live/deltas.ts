import type { EncodedEvent } from './event'

export interface Delta {
  readonly event: EncodedEvent
  readonly madeAtMs: number
}

/** The last deltas, by sequence; bounded in number and in bytes, though the newest are kept whatever their size. */
export interface Deltas {
  /** Of the newest; 0 is the first snapshot, which no delta led to. */
  readonly newest: number
  readonly newestMadeAtMs: number
  add(delta: Delta): void
  /** Whether a reader who has everything up to `sequence` can go on with deltas. */
  canFollow(sequence: number): boolean
  /** The one after `sequence`; null when there is none yet. */
  after(sequence: number): Delta | null
}

export const DELTAS_MAXIMUM = 128
export const DELTAS_BYTES_MAXIMUM = 8 * 1024 * 1024
/** Whoever is in the middle of one has to find the next. */
const DELTAS_MINIMUM = 2

export function createDeltas(): Deltas {
  const kept: Delta[] = []
  let newest = 0
  let bytes = 0
  return {
    get newest() {
      return newest
    },
    get newestMadeAtMs() {
      return kept.at(-1)?.madeAtMs ?? -Infinity
    },
    add(delta) {
      newest++
      kept.push(delta)
      bytes += delta.event.bytes.length
      while (kept.length > DELTAS_MAXIMUM || (bytes > DELTAS_BYTES_MAXIMUM && kept.length > DELTAS_MINIMUM)) {
        bytes -= kept.shift()!.event.bytes.length
      }
    },
    canFollow: (sequence) => sequence <= newest && sequence >= newest - kept.length,
    after: (sequence) => kept[kept.length - (newest - sequence)] ?? null,
  }
}
