import { UNCONFIRMED_MAXIMUM_MS } from '@/lib/api/contract/live'
import type { Clock } from '@/lib/app/clock'
import type { VehicleTable } from '@/lib/vehicles/vehicle-table'
import { STATUS_CALLS_MAXIMUM } from './status-answers'

interface Miss {
  /** Arrival of the first complete sweep that lacked the vehicle; server time. */
  readonly sinceMs: number
  /** The same moment on the monotonic clock. */
  readonly beganMs: number
  /** Whether `/status` confirmed the vehicle after the newest sweep. */
  isConfirmed: boolean
}

/** Vehicles of a list that the newest complete sweeps lack, though they may have missed them. */
export class MissedVehicles {
  readonly #clock: Clock
  readonly #misses = new Map<string, Miss>()
  /** The sweep after which each vehicle was seen or asked for last, of this node's sweeps. */
  readonly #seenIn = new Map<string, number>()
  #sweeps = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  has(id: string): boolean {
    return this.#misses.has(id)
  }

  /** Null for a vehicle that was not missed. */
  sinceMs(id: string): number | null {
    return this.#misses.get(id)?.sinceMs ?? null
  }

  /** Vehicles that `/status` did not confirm after the newest sweep. */
  unconfirmed(): string[] {
    const missed = [...this.#misses]
    return missed.filter(([, { isConfirmed }]) => !isConfirmed).map(([id]) => id)
  }

  /** Notes that a sweep lists these. */
  noteListed(ids: Iterable<string>): void {
    for (const id of ids) this.#misses.delete(id)
  }

  /**
   * Notes that a sweep lacks these.
   * @param atMs its arrival; server time
   * @returns those to be marked: a first miss that `/status` is about to be
   * asked for waits for the answer
   */
  noteMissed(ids: readonly string[], atMs: number, list: VehicleTable): string[] {
    const nowMs = this.#clock.monotonicNow()
    const missedBefore = new Set<string>()
    for (const id of ids) {
      const known = this.#misses.get(id)
      if (known) {
        if (!known.isConfirmed) missedBefore.add(id)
        known.isConfirmed = false
        continue
      }
      // Marked by the node that swept before.
      const sinceMs = list.get(id)?.unconfirmedSinceMs ?? atMs
      const beganMs = nowMs - Math.max(0, atMs - sinceMs)
      this.#misses.set(id, { sinceMs, beganMs, isConfirmed: false })
    }
    const aboutToBeAsked = new Set(this.#nextAsked())
    return ids.filter((id) => missedBefore.has(id) || !aboutToBeAsked.has(id))
  }

  confirm(id: string): void {
    const miss = this.#misses.get(id)
    if (miss) miss.isConfirmed = true
  }

  isOverdue(id: string): boolean {
    const beganMs = this.#misses.get(id)?.beganMs
    return beganMs !== undefined && this.#clock.monotonicNow() - beganMs >= UNCONFIRMED_MAXIMUM_MS
  }

  /** Notes the vehicles of a sweep, at its end. */
  endSweep(ids: Iterable<string>): void {
    this.#sweeps++
    for (const id of ids) this.#seenIn.set(id, this.#sweeps)
  }

  /** Chooses those to ask `/status` for: not seen, or asked for, for the longest. */
  chooseAsked(): string[] {
    const chosen = this.#nextAsked()
    for (const id of chosen) this.#seenIn.set(id, this.#sweeps)
    return chosen
  }

  longestUnseen(ids: Iterable<string>): string[] {
    const seenIn = (id: string) => this.#seenIn.get(id) ?? 0
    return [...ids].sort((a, b) => seenIn(a) - seenIn(b))
  }

  /** Forgets vehicles that left the list. */
  forget(gone: Iterable<string>): void {
    for (const id of gone) {
      this.#seenIn.delete(id)
      this.#misses.delete(id)
    }
  }

  /** Begins with a list of other sweeps. */
  restart(): void {
    this.#misses.clear()
  }

  clear(): void {
    this.#seenIn.clear()
    this.#misses.clear()
  }

  #nextAsked(): string[] {
    return this.longestUnseen(this.#misses.keys()).slice(0, STATUS_CALLS_MAXIMUM)
  }
}
