import { symbolContexts } from './numbers'
import type { BitCoder, Probabilities } from './range-coder'
import { asSince } from './since'
import type { Slots } from './slots'
import { assign, type Json, type JsonObject, keysOf, own, type ValueCoder } from './values'

/** Fields that have a coder of their own. */
const OWN = new Set(['id', 'position', 'mtime'])
/** Of `statusSince`: the last report of the vehicle, as of the vehicle before, another time, or another shape. */
const SINCE = { report: 0, last: 1, other: 2, json: 3 }
const SINCE_BITS = 2

export function hasMoreFields(patch: JsonObject): boolean {
  for (const key in patch) if (!OWN.has(key) && own(patch, key) !== undefined) return true
  return false
}

/** All other fields of a vehicle, which change now and then. */
export class FieldCoder {
  readonly #coder: BitCoder
  readonly #values: ValueCoder
  readonly #since: number
  #lastSinceMs = 0
  #keys: readonly string[] = []
  #sorted: readonly { readonly key: string; readonly name: string }[] = []

  constructor(coder: BitCoder, probabilities: Probabilities, values: ValueCoder) {
    this.#coder = coder
    this.#values = values
    this.#since = probabilities.take(symbolContexts(SINCE_BITS))
  }

  beginFrame(atMs: number): void {
    this.#lastSinceMs = atMs
  }

  /** The changed ones of a slot. */
  codeChanged(slots: Slots, at: number, patch: JsonObject): JsonObject {
    const { isReading } = this.#coder
    const record = slots.records[at]!
    const timeMs = slots.times[at]!
    const changes: Record<string, Json> = {}
    for (const { key, name } of this.#sortedKeys(record)) {
      if (!this.#values.flag(name, !isReading && own(patch, key) !== undefined)) continue
      assign(changes, key, this.code(key, slots.fieldAt(at, key), own(patch, key), timeMs))
    }
    const added = isReading ? [] : keysOf(patch).filter((key) => !OWN.has(key) && !Object.hasOwn(record, key))
    if (this.#values.flag('added', added.length > 0))
      for (const key of this.#values.keys('added', added))
        assign(changes, key, this.code(key, undefined, own(patch, key), timeMs))
    return changes
  }

  /** Sorted: a record that was read may have its fields in another order. Those of the record before are often the same. */
  #sortedKeys(record: JsonObject): readonly { readonly key: string; readonly name: string }[] {
    const keys = Object.keys(record)
    if (!isSameList(keys, this.#keys)) {
      this.#keys = keys
      const others = keys.filter((key) => !OWN.has(key)).sort()
      this.#sorted = others.map((key) => ({ key, name: `is ${key}` }))
    }
    return this.#sorted
  }

  /** @param timeMs when the vehicle reported last */
  code(key: string, before: Json | undefined, value: Json | undefined, timeMs: number): Json {
    if (key !== 'statusSince')
      return this.#values.code(this.#values.within('vehicle', key), before, value ?? null)
    const since = asSince(value)
    const kind = !since
      ? SINCE.json
      : since.atMs === timeMs
        ? SINCE.report
        : since.atMs === this.#lastSinceMs
          ? SINCE.last
          : SINCE.other
    const coded = this.#coder.symbol(this.#since, SINCE_BITS, kind)
    if (coded === SINCE.json) return this.#values.code('vehicle.statusSince', before, value ?? null)
    let atMs = coded === SINCE.report ? timeMs : this.#lastSinceMs
    if (coded === SINCE.other) atMs += this.#values.integer('since', (since?.atMs ?? 0) - atMs)
    if (coded !== SINCE.report) this.#lastSinceMs = atMs
    return { atMs, isBeginning: this.#values.flag('beginning', since?.isBeginning === true) }
  }
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length) return false
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false
  return true
}
