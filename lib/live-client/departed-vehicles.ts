import type { Departure } from '@/lib/contract/live'
import { DEPARTED_MS, type DepartedVehicle } from './live-area'
import type { Seen } from './vehicle-columns'

/** The vehicles that left, until they go. */
export class DepartedVehicles {
  // In the order they left: a reason that comes later keeps the place.
  readonly #byId = new Map<string, { readonly ghost: DepartedVehicle; readonly seen: Seen }>()
  #list: readonly DepartedVehicle[] | null = []

  add(seen: Seen, leftAtMs: number): void {
    const { record } = seen
    this.#byId.delete(record.id)
    this.#byId.set(record.id, { ghost: { record, reason: null, now: null, leftAtMs }, seen })
    this.#list = null
  }

  /** A reason for one that is no ghost is of no use: it came back, or went for good. */
  explain({ id, reason, record }: Departure): void {
    const known = this.#byId.get(id)
    if (!known) return
    this.#byId.set(id, { ...known, ghost: { ...known.ghost, reason, now: record } })
    this.#list = null
  }

  seen(id: string): Seen | null {
    return this.#byId.get(id)?.seen ?? null
  }

  ids(): Iterable<string> {
    return this.#byId.keys()
  }

  /** Takes out one that is back; null when it was no ghost. */
  takeBack(id: string): Seen | null {
    const known = this.#byId.get(id)
    if (!known) return null
    this.#byId.delete(id)
    this.#list = null
    return known.seen
  }

  /** Takes out those that left GHOST_MS ago or before, at most so many at once. */
  expire(nowMs: number, atMost: number): string[] {
    const gone: string[] = []
    for (const [id, { ghost }] of this.#byId) {
      if (ghost.leftAtMs + DEPARTED_MS > nowMs || gone.length === atMost) break
      gone.push(id)
    }
    for (const id of gone) this.takeBack(id)
    return gone
  }

  /** When the next goes, on this browser's clock; null when there is none. */
  get nextExpiryMs(): number | null {
    for (const { ghost } of this.#byId.values()) return ghost.leftAtMs + DEPARTED_MS
    return null
  }

  /** Newest first; the same list until something changes. */
  get list(): readonly DepartedVehicle[] {
    this.#list ??= Array.from(this.#byId.values(), ({ ghost }) => ghost).reverse()
    return this.#list
  }
}
