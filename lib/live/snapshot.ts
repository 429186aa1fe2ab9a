import type { LiveMeta } from '@/lib/schema/live'
import type { VehicleSearchObject } from '@/lib/schema/resources'
import { type EncodedEvent, encodeEvent } from './event'

/** Vehicles a part: what a browser parses without being noticed. */
export const VEHICLES_PER_PART = 1000

/** The whole list as of one sequence, in parts written when the first reader comes to them and then shared. */
export interface Snapshot {
  readonly sequence: number
  readonly madeAtMs: number
  readonly parts: number
  /** @returns null when it was let go: begin again with a newer one */
  part(index: number): EncodedEvent | null
  /** A newer one exists: what readers under way still need is written for them alone. */
  stopSharing(): void
  letGo(): void
}

export function createSnapshot(
  records: readonly VehicleSearchObject[],
  { epoch, sequence, meta, madeAtMs }: { epoch: string; sequence: number; meta: LiveMeta; madeAtMs: number },
): Snapshot {
  const parts = Math.max(1, Math.ceil(records.length / VEHICLES_PER_PART))
  const written = new Map<number, EncodedEvent>()
  let kept: readonly VehicleSearchObject[] | null = records
  let shared = true

  function write(part: number, from: readonly VehicleSearchObject[]): EncodedEvent {
    const vehicles = from.slice(part * VEHICLES_PER_PART, (part + 1) * VEHICLES_PER_PART)
    // Only with its last part is a list whole: the id of an earlier one names nothing to go on from.
    const id = part === parts - 1 ? `${epoch}.${sequence}` : `${epoch}.${sequence}.${part}`
    return encodeEvent('snapshot', id, { epoch, part, parts, vehicles, meta })
  }

  return {
    sequence,
    madeAtMs,
    parts,
    part(index) {
      if (!kept) return null
      const event = written.get(index) ?? write(index, kept)
      if (shared) written.set(index, event)
      return event
    },
    stopSharing() {
      shared = false
      written.clear()
    },
    letGo() {
      kept = null
      written.clear()
    },
  }
}
