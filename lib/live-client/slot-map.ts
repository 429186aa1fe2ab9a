import type { VehicleSearchObject } from '@/lib/interface/resources'

/** Slots by id that are still changed, and a number that counts the changes. */
export interface WorkingIndex {
  readonly byId: ReadonlyMap<string, number>
  readonly version: number
}

/**
 * Slots by id of one LiveArea. Reads through to the working index, because copying 100,000 ids takes longer than a
 * frame; once that has changed, a look-up it cannot answer builds a map of its own.
 */
export class SlotMap {
  readonly size: number
  readonly #records: readonly (VehicleSearchObject | undefined)[]
  readonly #working: WorkingIndex
  readonly #version: number
  #own: ReadonlyMap<string, number> | null = null

  constructor(records: readonly (VehicleSearchObject | undefined)[], working: WorkingIndex) {
    this.size = working.byId.size
    this.#records = records
    this.#working = working
    this.#version = working.version
  }

  get(id: string): number | undefined {
    const slot = this.#working.byId.get(id)
    if (this.#working.version === this.#version) return slot
    if (slot !== undefined && this.#records[slot]?.id === id) return slot
    this.#own ??= new Map(this.#records.flatMap((record, at) => (record ? [[record.id, at] as const] : [])))
    return this.#own.get(id)
  }

  has(id: string): boolean {
    return this.get(id) !== undefined
  }

  *keys(): Generator<string> {
    for (const record of this.#records) if (record) yield record.id
  }
}
