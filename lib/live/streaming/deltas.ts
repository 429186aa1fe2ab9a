import type { RelativeTimeEvent } from './relative-time-event'
import type { Version } from './version'

/** The last deltas, by sequence; bounded in number and in bytes, though the newest are kept whatever their size. */
export interface Deltas {
  /** Of the newest, as this node counts; 0 is the first snapshot, which no delta led to. */
  readonly newest: number
  /** Of the list that the newest leads to; null before the first. */
  readonly version: Version | null
  begin(version: Version): void
  add(delta: RelativeTimeEvent, version: Version): void
  /** @returns the sequence of that list; null when it is not, or no longer, one to go on from */
  sequenceOf(version: string): number | null
  /** Whether a reader who has everything up to `sequence` can go on with deltas. */
  canFollow(sequence: number): boolean
  /** The one after `sequence`; null when there is none yet. */
  after(sequence: number): RelativeTimeEvent | null
}

const DELTAS_MAXIMUM = 128
const DELTAS_BYTES_MAXIMUM = 8 * 1024 * 1024
/** Whoever is in the middle of one has to find the next. */
const DELTAS_MINIMUM = 2

export function createDeltas(): Deltas {
  const kept: RelativeTimeEvent[] = []
  /** Of the list before the first that is kept, and after each. */
  const versions: Version[] = []
  let newest = 0
  let bytes = 0
  return {
    get newest() {
      return newest
    },
    get version() {
      return versions.at(-1) ?? null
    },
    begin(version) {
      versions.push(version)
    },
    add(delta, version) {
      newest++
      kept.push(delta)
      versions.push(version)
      bytes += delta.sizeBytes
      while (kept.length > DELTAS_MAXIMUM || (bytes > DELTAS_BYTES_MAXIMUM && kept.length > DELTAS_MINIMUM)) {
        bytes -= kept.shift()!.sizeBytes
        versions.shift()
      }
    },
    sequenceOf(version) {
      const index = versions.lastIndexOf(version)
      return index < 0 ? null : newest - (versions.length - 1 - index)
    },
    canFollow: (sequence) => sequence <= newest && sequence >= newest - kept.length,
    after: (sequence) => kept[kept.length - (newest - sequence)] ?? null,
  }
}
