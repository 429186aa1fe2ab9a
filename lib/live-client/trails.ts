import type { Position } from '@/lib/interface/resources'
import { TRAIL_POINTS } from './live-area'

// About a centimetre; ±180° fits into 32 bits, half the memory of floats.
const UNITS_PER_DEGREE = 1e7

const SLOTS_PER_BLOCK = 256
const SLOT_LENGTH = TRAIL_POINTS * 2

/**
 * The last TRAIL_POINTS positions of each moved vehicle. Ring buffers in shared blocks: 48 MB for 100,000 moving
 * vehicles, a seventh of objects.
 */
export class Trails {
  readonly #slotById = new Map<string, number>()
  readonly #blocks: Int32Array[] = []
  /** Points ever added to a slot. */
  readonly #counts: number[] = []
  readonly #free: number[] = []

  /**
   * Adds a position; the first time also the one before.
   * @param known as returned for this vehicle before, which is looked up otherwise; lasts until it is forgotten
   * @returns where its trail is
   */
  add(id: string, from: Position, to: Position, known = -1): number {
    let slot = known >= 0 ? known : this.#slotById.get(id)
    if (slot === undefined) {
      slot = this.#allot(id)
      this.#push(slot, from)
    }
    this.#push(slot, to)
    return slot
  }

  /** Oldest first; empty for a vehicle that has not moved. */
  of(id: string): Position[] {
    const slot = this.#slotById.get(id)
    if (slot === undefined) return []
    const count = this.#counts[slot] as number
    const first = Math.max(0, count - TRAIL_POINTS)
    return Array.from({ length: count - first }, (_, at) => this.#point(slot, first + at))
  }

  forget(id: string): void {
    const slot = this.#slotById.get(id)
    if (slot === undefined) return
    this.#slotById.delete(id)
    this.#free.push(slot)
  }

  #allot(id: string): number {
    const slot = this.#free.pop() ?? this.#counts.length
    if (slot === this.#blocks.length * SLOTS_PER_BLOCK) {
      this.#blocks.push(new Int32Array(SLOTS_PER_BLOCK * SLOT_LENGTH))
    }
    this.#counts[slot] = 0
    this.#slotById.set(id, slot)
    return slot
  }

  #push(slot: number, { lat, lng }: Position): void {
    const count = this.#counts[slot] as number
    const block = this.#blocks[Math.trunc(slot / SLOTS_PER_BLOCK)] as Int32Array
    const [y, x] = [Math.round(lat * UNITS_PER_DEGREE), Math.round(lng * UNITS_PER_DEGREE)]
    const last = offset(slot, count - 1)
    // A repeated snapshot contains the same move again.
    if (count > 0 && block[last] === y && block[last + 1] === x) return
    const at = offset(slot, count)
    block[at] = y
    block[at + 1] = x
    this.#counts[slot] = count + 1
  }

  #point(slot: number, number: number): Position {
    const block = this.#blocks[Math.trunc(slot / SLOTS_PER_BLOCK)] as Int32Array
    const at = offset(slot, number)
    return {
      lat: (block[at] as number) / UNITS_PER_DEGREE,
      lng: (block[at + 1] as number) / UNITS_PER_DEGREE,
    }
  }
}

function offset(slot: number, number: number): number {
  return (slot % SLOTS_PER_BLOCK) * SLOT_LENGTH + (number % TRAIL_POINTS) * 2
}
