import type { LiveMeta, LiveVehicle } from '@/lib/contract/live'
import { encodeEvent, type LoggedEvent } from './event'
import { epochOf, partId, type Version } from './version'

/** Vehicles per part: parsed by a browser within a few milliseconds. */
const VEHICLES_PER_PART = 1000

export interface SnapshotOf {
  readonly version: Version
  readonly sequence: number
  readonly meta: LiveMeta
  readonly madeAtMs: number
}

/** The whole list of one version, in parts that are encoded on first use and then shared. */
export class Snapshot {
  readonly sequence: number
  readonly parts: number
  readonly #of: SnapshotOf
  readonly #encoded = new Map<number, LoggedEvent>()
  #records: readonly LiveVehicle[] | null
  #isShared = true

  constructor(records: readonly LiveVehicle[], of: SnapshotOf) {
    this.#records = records
    this.#of = of
    this.sequence = of.sequence
    this.parts = Math.max(1, Math.ceil(records.length / VEHICLES_PER_PART))
  }

  /** @returns null after `release`: restart with a newer snapshot */
  part(index: number): LoggedEvent | null {
    if (!this.#records) return null
    const event = this.#encoded.get(index) ?? this.#encode(index, this.#records)
    if (this.#isShared) this.#encoded.set(index, event)
    return event
  }

  /** A newer one exists: parts are no longer cached, but encoded for each subscriber still reading. */
  stopSharing(): void {
    this.#isShared = false
    this.#encoded.clear()
  }

  release(): void {
    this.#records = null
    this.#encoded.clear()
  }

  #encode(part: number, records: readonly LiveVehicle[]): LoggedEvent {
    const { version, meta, madeAtMs } = this.#of
    const vehicles = records.slice(part * VEHICLES_PER_PART, (part + 1) * VEHICLES_PER_PART)
    const data = { epoch: epochOf(version), part, parts: this.parts, vehicles, meta }
    return encodeEvent('snapshot', partId(version, part, this.parts), data, madeAtMs)
  }
}
