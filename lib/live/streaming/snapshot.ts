import type { LiveMeta } from '@/lib/contract/live'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import { encodeEvent, type LoggedEvent } from './event'
import { epochOf, partId, type Version } from './version'

/** Vehicles per part: parsed by a browser within a few milliseconds. */
const VEHICLES_PER_PART = 1000

/** The whole list of one version, in parts that are encoded on first use and then shared. */
export interface Snapshot {
  readonly sequence: number
  readonly parts: number
  /** @returns null after `release`: restart with a newer snapshot */
  part(index: number): LoggedEvent | null
  /** A newer one exists: parts are no longer cached, but encoded for each subscriber still reading. */
  stopSharing(): void
  release(): void
}

export interface SnapshotOf {
  readonly version: Version
  readonly sequence: number
  readonly meta: LiveMeta
  readonly madeAtMs: number
}

export function createSnapshot(
  records: readonly VehicleSearchObject[],
  { version, sequence, meta, madeAtMs }: SnapshotOf,
): Snapshot {
  const epoch = epochOf(version)
  const parts = Math.max(1, Math.ceil(records.length / VEHICLES_PER_PART))
  const encoded = new Map<number, LoggedEvent>()
  let source: readonly VehicleSearchObject[] | null = records
  let shared = true

  function encode(part: number, from: readonly VehicleSearchObject[]): LoggedEvent {
    const vehicles = from.slice(part * VEHICLES_PER_PART, (part + 1) * VEHICLES_PER_PART)
    const data = { epoch, part, parts, vehicles, meta }
    return encodeEvent('snapshot', partId(version, part, parts), data, madeAtMs)
  }

  return {
    sequence,
    parts,
    part(index) {
      if (!source) return null
      const event = encoded.get(index) ?? encode(index, source)
      if (shared) encoded.set(index, event)
      return event
    },
    stopSharing() {
      shared = false
      encoded.clear()
    },
    release() {
      source = null
      encoded.clear()
    },
  }
}
