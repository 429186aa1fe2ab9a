import type { LiveDelta } from '@/lib/contract/live'
import { encodeEvent, type LoggedEvent } from './event'
import { partId, type Version } from './version'

/** The last deltas, by sequence; bounded in number and bytes, except for the newest DELTAS_MINIMUM. */
export interface Deltas {
  /** Local sequence of the newest delta; 0 for the first snapshot. */
  readonly newest: number
  /** Version after the newest delta; null before the first list. */
  readonly version: Version | null
  begin(version: Version): void
  /** @param parts at least one */
  add(parts: readonly LoggedEvent[], version: Version): void
  /** @returns the sequence of that version; null when it is unknown or dropped */
  sequenceOf(version: string): number | null
  /** Whether all deltas after `sequence` are still held. */
  canFollow(sequence: number): boolean
  /** The parts of the delta after `sequence`; null when there is none yet. */
  after(sequence: number): readonly LoggedEvent[] | null
}

const DELTAS_MAXIMUM = 128
const DELTAS_BYTES_MAXIMUM = 8 * 1024 * 1024
/** A subscriber in the middle of one delta needs the next. */
const DELTAS_MINIMUM = 2

export function createDeltas(): Deltas {
  const deltas: (readonly LoggedEvent[])[] = []
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
    add(parts, version) {
      newest++
      deltas.push(parts)
      versions.push(version)
      bytes += sizeOf(parts)
      while (
        deltas.length > DELTAS_MAXIMUM ||
        (bytes > DELTAS_BYTES_MAXIMUM && deltas.length > DELTAS_MINIMUM)
      ) {
        bytes -= sizeOf(deltas.shift()!)
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

function sizeOf(parts: readonly LoggedEvent[]): number {
  return parts.reduce((sum, { encoded }) => sum + encoded.bytes.length, 0)
}

/** A browser parses a part of either size within a few milliseconds. */
const UPSERTS_PER_PART = 2000
const REMOVED_PER_PART = 20_000

/** Encodes a delta, a large one in parts; each is a delta of its own to clients that do not know parts. */
export function encodeDelta(
  { upserts, removed, departures, after, ...shared }: LiveDelta,
  version: Version,
  writtenAtMs: number,
): LoggedEvent[] {
  const parts = Math.max(
    1,
    Math.ceil(upserts.length / UPSERTS_PER_PART),
    Math.ceil(removed.length / REMOVED_PER_PART),
  )
  return Array.from({ length: parts }, (_, part) => {
    const slice = <T>(items: readonly T[], size: number) => items.slice(part * size, (part + 1) * size)
    const data: LiveDelta = {
      ...shared,
      ...(part === 0 && after !== undefined ? { after } : {}),
      ...(parts > 1 ? { part, parts } : {}),
      upserts: slice(upserts, UPSERTS_PER_PART),
      removed: slice(removed, REMOVED_PER_PART),
      departures: part === parts - 1 ? departures : [],
    }
    return encodeEvent('delta', partId(version, part, parts), data, writtenAtMs)
  })
}
