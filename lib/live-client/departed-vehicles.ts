import type { Departure } from '@/lib/contract/live'
import { DEPARTED_MS, type DepartedVehicle } from './live-area'
import type { KnownVehicle } from './vehicle-columns'

/** Vehicles that left the results, until DEPARTED_MS later. */
export class DepartedVehicles {
  // In the order of departure; a reason that arrives later does not change it.
  readonly #byId = new Map<string, DepartedVehicle & KnownVehicle>()
  #list: readonly DepartedVehicle[] | null = []

  add(known: KnownVehicle, leftAtMs: number): void {
    const { id } = known.record
    this.#byId.delete(id)
    this.#byId.set(id, { ...known, reason: null, now: null, leftAtMs })
    this.#list = null
  }

  /** Ignores a vehicle that came back or was dropped. */
  explain({ id, reason, record }: Departure): void {
    const departed = this.#byId.get(id)
    if (!departed) return
    this.#byId.set(id, { ...departed, reason, now: record })
    this.#list = null
  }

  known(id: string): KnownVehicle | null {
    return this.#byId.get(id) ?? null
  }

  ids(): Iterable<string> {
    return this.#byId.keys()
  }

  /** Takes out a vehicle that came back; null for an unknown one. */
  takeBack(id: string): KnownVehicle | null {
    const departed = this.known(id)
    if (departed === null) return null
    this.#byId.delete(id)
    this.#list = null
    return departed
  }

  /** Drops vehicles that left DEPARTED_MS ago or earlier. */
  expire(nowMs: number, atMost: number): string[] {
    const expired: string[] = []
    for (const [id, { leftAtMs }] of this.#byId) {
      if (leftAtMs + DEPARTED_MS > nowMs || expired.length === atMost) break
      expired.push(id)
    }
    for (const id of expired) this.takeBack(id)
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
