import type { RelativeTimeEvent } from './relative-time-event'
import type { Version } from './version'

/** The last deltas, by sequence; bounded in number and bytes, except for the newest DELTAS_MINIMUM. */
export interface Deltas {
  /** Local sequence of the newest delta; 0 for the first snapshot. */
  readonly newest: number
  /** Version after the newest delta; null before the first list. */
  readonly version: Version | null
  begin(version: Version): void
  add(delta: RelativeTimeEvent, version: Version): void
  /** @returns the sequence of that version; null when it is unknown or dropped */
  sequenceOf(version: string): number | null
  /** Whether all deltas after `sequence` are still held. */
  canFollow(sequence: number): boolean
  /** The delta after `sequence`; null when there is none yet. */
  after(sequence: number): RelativeTimeEvent | null
}

const DELTAS_MAXIMUM = 128
const DELTAS_BYTES_MAXIMUM = 8 * 1024 * 1024
/** A subscriber in the middle of one delta needs the next. */
const DELTAS_MINIMUM = 2

export function createDeltas(): Deltas {
  const deltas: RelativeTimeEvent[] = []
  /** Before the first delta held, and after each. */
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
      deltas.push(delta)
      versions.push(version)
      bytes += delta.sizeBytes
      while (
        deltas.length > DELTAS_MAXIMUM ||
        (bytes > DELTAS_BYTES_MAXIMUM && deltas.length > DELTAS_MINIMUM)
      ) {
        bytes -= deltas.shift()!.sizeBytes
        versions.shift()
      }
    },
    sequenceOf(version) {
      const index = versions.lastIndexOf(version)
      return index < 0 ? null : newest - (versions.length - 1 - index)
    },
    canFollow: (sequence) => sequence <= newest && sequence >= newest - deltas.length,
    after: (sequence) => deltas[deltas.length - (newest - sequence)] ?? null,
  }
}
