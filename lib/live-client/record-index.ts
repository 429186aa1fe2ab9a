import type { VehicleSearchObject } from '@/lib/interface/resources'

/** Ids and indices that are worked on, and how often they were. */
export interface WorkingIndex {
  readonly byId: ReadonlyMap<string, number>
  readonly version: number
}

/**
 * Where each record of an area stands, for as long as somebody holds the area. It looks into the index that is worked
 * on, because copying 100,000 ids takes longer than a frame; once that has moved on, it makes its own when asked.
 */
export class AreaIndex implements ReadonlyMap<string, number> {
  readonly #records: readonly VehicleSearchObject[]
  readonly #working: WorkingIndex
  readonly #version: number
  #own: ReadonlyMap<string, number> | null = null

  constructor(records: readonly VehicleSearchObject[], working: WorkingIndex) {
    this.#records = records
    this.#working = working
    this.#version = working.version
  }

  get size(): number {
    return this.#records.length
  }

  get(id: string): number | undefined {
    if (this.#working.version === this.#version) return this.#working.byId.get(id)
    const index = this.#working.byId.get(id)
    if (index !== undefined && this.#records[index]?.id === id) return index
    this.#own ??= new Map(this.#records.map((record, at) => [record.id, at]))
    return this.#own.get(id)
  }

  has(id: string): boolean {
    return this.get(id) !== undefined
  }

  *entries(): MapIterator<[string, number]> {
    for (const [at, { id }] of this.#records.entries()) yield [id, at]
  }

  *keys(): MapIterator<string> {
    for (const { id } of this.#records) yield id
  }

  values(): MapIterator<number> {
    return this.#records.keys()
  }

  [Symbol.iterator](): MapIterator<[string, number]> {
    return this.entries()
  }

  forEach(visit: (index: number, id: string, map: ReadonlyMap<string, number>) => void): void {
    for (const [id, index] of this) visit(index, id, this)
  }
}
