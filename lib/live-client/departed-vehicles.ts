import type { Departure, LiveVehicle } from '@/lib/contract/live'
import { DEPARTED_MS, type DepartedVehicle } from './live-area'

/** Vehicles that left the results, until DEPARTED_MS later. */
export class DepartedVehicles {
  // In the order of departure; a reason that arrives later does not change it.
  readonly #byId = new Map<string, DepartedVehicle>()
  #list: readonly DepartedVehicle[] | null = []

  add(record: LiveVehicle, leftAtMs: number): void {
    this.#byId.delete(record.id)
    this.#byId.set(record.id, { record, reason: null, now: null, leftAtMs })
    this.#list = null
  }

  /** Ignores a vehicle that came back or was dropped. */
  explain({ id, reason, record }: Departure): void {
    const departed = this.#byId.get(id)
    if (!departed) return
    this.#byId.set(id, { ...departed, reason, now: record })
    this.#list = null
  }

  /** As last listed. */
  get(id: string): LiveVehicle | undefined {
    return this.#byId.get(id)?.record
  }

  ids(): Iterable<string> {
    return this.#byId.keys()
  }

  delete(id: string): void {
    if (this.#byId.delete(id)) this.#list = null
  }

  /** Drops vehicles that left DEPARTED_MS ago or earlier. */
  expire(nowMs: number, atMost: number): string[] {
    const expired: string[] = []
    for (const [id, { leftAtMs }] of this.#byId) {
      if (leftAtMs + DEPARTED_MS > nowMs || expired.length === atMost) break
      expired.push(id)
    }
    for (const id of expired) this.delete(id)
    return expired
  }

  /** On this browser's clock; null without departed vehicles. */
  get nextExpiryMs(): number | null {
    for (const { leftAtMs } of this.#byId.values()) return leftAtMs + DEPARTED_MS
    return null
  }

  /** Newest first; the same list until something changes. */
  get list(): readonly DepartedVehicle[] {
    this.#list ??= [...this.#byId.values()].reverse()
    return this.#list
  }
}
