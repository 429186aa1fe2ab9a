import type { LiveMeta } from '@/lib/contract/live'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import { encodeWithMeta, type RelativeTimeEvent } from './relative-time-event'
import { epochOf, type Version } from './version'

/** Vehicles a part: what a browser parses without being noticed. */
const VEHICLES_PER_PART = 1000

/** The whole list of one version, in parts written when the first reader comes to them and then shared. */
export interface Snapshot {
  readonly sequence: number
  readonly parts: number
  /** @returns null when it was let go: begin again with a newer one */
  part(index: number): RelativeTimeEvent | null
  /** A newer one exists: what readers under way still need is written for them alone. */
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
  const written = new Map<number, RelativeTimeEvent>()
  let source: readonly VehicleSearchObject[] | null = records
  let shared = true

  function write(part: number, from: readonly VehicleSearchObject[]): RelativeTimeEvent {
    const vehicles = from.slice(part * VEHICLES_PER_PART, (part + 1) * VEHICLES_PER_PART)
    // Only with its last part is a list whole: the id of an earlier one names nothing to go on from.
    const id = part === parts - 1 ? version : `${version}.${part}`
    return encodeWithMeta('snapshot', id, { epoch, part, parts, vehicles }, meta, madeAtMs)
  }

  return {
    sequence,
    parts,
    part(index) {
      if (!source) return null
      const event = written.get(index) ?? write(index, source)
      if (shared) written.set(index, event)
      return event
    },
    stopSharing() {
      shared = false
      written.clear()
    },
    release() {
      source = null
      written.clear()
    },
  }
}
