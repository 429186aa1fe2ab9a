import type { LiveDelta } from '@/lib/contract/live'
import { encodeEvent, type LoggedEvent } from './event'
import { partId, type Version } from './version'

const DELTAS_MAXIMUM = 128
/** About the bytes of a snapshot, within limits: beyond that a snapshot is cheaper than the deltas. */
const LOG_BYTES = { perVehicle: 400, min: 256 * 1024, max: 8 * 1024 * 1024 }
/** A subscriber in the middle of one delta needs the next. */
const DELTAS_MINIMUM = 2

/** The last deltas, by sequence; bounded in number and bytes, except for the newest DELTAS_MINIMUM. */
export class Deltas {
  readonly #deltas: (readonly LoggedEvent[])[] = []
  /** Before the first delta held, and after each. */
  readonly #versions: Version[] = []
  #bytes = 0
  /** Local sequence of the newest delta; 0 for the first snapshot. */
  newest = 0

  /** Version after the newest delta; null before the first list. */
  get version(): Version | null {
    return this.#versions.at(-1) ?? null
  }

  begin(version: Version): void {
    this.#versions.push(version)
  }

  /**
   * @param parts at least one
   * @param vehicles in the list
   */
  add(parts: readonly LoggedEvent[], version: Version, vehicles: number): void {
    const bytesMaximum = Math.min(Math.max(vehicles * LOG_BYTES.perVehicle, LOG_BYTES.min), LOG_BYTES.max)
    this.newest++
    this.#deltas.push(parts)
    this.#versions.push(version)
    this.#bytes += sizeOf(parts)
    while (
      this.#deltas.length > DELTAS_MAXIMUM ||
      (this.#bytes > bytesMaximum && this.#deltas.length > DELTAS_MINIMUM)
    ) {
      this.#bytes -= sizeOf(this.#deltas.shift()!)
      this.#versions.shift()
    }
  }

  clear(): void {
    this.#deltas.length = 0
    this.#versions.length = 0
    this.#bytes = 0
  }

  /** @returns the sequence of that version; null when it is unknown or dropped */
  sequenceOf(version: string): number | null {
    const index = this.#versions.lastIndexOf(version)
    return index < 0 ? null : this.newest - (this.#versions.length - 1 - index)
  }

  /** Whether all deltas after `sequence` are still held. */
  canFollow(sequence: number): boolean {
    return sequence <= this.newest && sequence >= this.newest - this.#deltas.length
  }

  /** The parts of the delta after `sequence`; null when there is none yet. */
  after(sequence: number): readonly LoggedEvent[] | null {
    return this.#deltas[this.#deltas.length - (this.newest - sequence)] ?? null
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
