import type { Changes, FieldChange, Gaps, LiveVehicle } from '@/lib/api/contract/live'

/** Changes do not fit the list: only a snapshot helps. */
export class SequenceError extends Error {
  override readonly name = 'SequenceError'
}

/** The differences between two lists. */
export interface Difference {
  readonly removed: Gaps
  readonly added: readonly LiveVehicle[]
  readonly slots: Gaps
  readonly moved: Gaps
  readonly lat: readonly number[]
  readonly lng: readonly number[]
  readonly fields: readonly FieldChange[]
}

/** A part of a snapshot or of changes: parsed by a browser within a few milliseconds. */
const VEHICLES_PER_PART = 1000

/** A list as what leads to it from the empty one. @param records by slot */
export function snapshotOf(records: readonly (LiveVehicle | undefined)[]): Difference {
  const slots: number[] = []
  const added: LiveVehicle[] = []
  for (let slot = 0; slot < records.length; slot++) {
    const record = records[slot]
    if (!record) continue
    slots.push(slot)
    added.push(record)
  }
  return { ...noDifference, added, slots: toGaps(slots) }
}

/**
 * Changes in parts, to be applied one after the other; all but the last one lead to half a list.
 */
export function partsOf(changes: Changes): Changes[] {
  const { version, after, added, slots, departures, ...rest } = changes
  const count = Math.max(1, Math.ceil(added.length / VEHICLES_PER_PART))
  const versionOf = (part: number) => (part === count - 1 ? version : `${version}.${part}`)

  const parts: Changes[] = []
  let lastSlot = 0
  for (let part = 0; part < count; part++) {
    const from = part * VEHICLES_PER_PART
    const to = from + VEHICLES_PER_PART
    const [firstGap = 0, ...gaps] = slots.slice(from, to)
    const slotsOfPart = added.length > 0 ? [lastSlot + firstGap, ...gaps] : []
    lastSlot = slotsOfPart.reduce((sum, gap) => sum + gap, 0)
    const isLast = part === count - 1
    parts.push({
      version: versionOf(part),
      after: part === 0 ? after : versionOf(part - 1),
      isPart: isLast ? undefined : true,
      ...rest,
      ...(part > 0 && noDifference),
      departures: isLast ? departures : [],
      added: added.slice(from, to),
      slots: slotsOfPart,
    })
  }
  return parts
}

export const noDifference: Difference = {
  removed: [],
  added: [],
  slots: [],
  moved: [],
  lat: [],
  lng: [],
  fields: [],
}

/** Whether a list stays as it is. */
export function isEmpty({ removed, added, moved, fields }: Difference): boolean {
  return removed.length + added.length + moved.length + fields.length === 0
}

/** New values of a field, by slot. */
interface ChangedField {
  readonly slots: number[]
  readonly values: unknown[]
}

/** Changed fields of records, by name. Left out and undefined are the same. */
export class FieldChanges {
  readonly #changed = new Map<string, ChangedField>()
  readonly #gone = new Map<string, number[]>()

  /** All but id and position. */
  compare(slot: number, before: LiveVehicle, after: LiveVehicle): void {
    for (const name in after) {
      const value = ownValue(after, name)
      if (value === ownValue(before, name) || value === undefined) continue
      if (name === 'position' || name === 'id') continue
      if (!isSame(ownValue(before, name), value)) this.add(slot, name, value)
    }
    for (const name in before) {
      if (name === 'position') continue
      if (ownValue(after, name) !== undefined || ownValue(before, name) === undefined) continue
      const slots = this.#gone.get(name)
      if (slots) slots.push(slot)
      else this.#gone.set(name, [slot])
    }
  }

  add(slot: number, name: string, value: unknown): void {
    let change = this.#changed.get(name)
    if (!change) {
      change = { slots: [], values: [] }
      this.#changed.set(name, change)
    }
    change.slots.push(slot)
    change.values.push(value)
  }

  get all(): FieldChange[] {
    const changes: FieldChange[] = []
    for (const [name, { slots, values }] of this.#changed) {
      const areEqual = values.every((value) => isSame(value, values[0]))
      changes.push([name, toGaps(slots), areEqual ? values.slice(0, 1) : values])
    }
    for (const [name, slots] of this.#gone) changes.push([name, toGaps(slots)])
    return changes
  }
}

/** Whether two values have the same JSON. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  for (const key in a) {
    if (!isSame(ownValue(a, key), ownValue(b, key))) return false
  }
  for (const key in b) {
    if (!isSame(ownValue(a, key), ownValue(b, key))) return false
  }
  return true
}

const inherited = Object.prototype as Record<string, unknown>

/** Not what is inherited: a field may be called `toString`. */
function ownValue(object: object, name: string): unknown {
  const value = (object as Record<string, unknown>)[name]
  const mayBeInherited = value !== undefined && value === inherited[name]
  return mayBeInherited && !Object.hasOwn(object, name) ? undefined : value
}

export function toGaps(numbers: readonly number[]): Gaps {
  return numbers.map((number, n) => (n === 0 ? number : number - (numbers[n - 1] as number)))
}

/** @throws SequenceError for numbers that do not ascend */
export function fromGaps(gaps: Gaps): number[] {
  let number = 0
  return gaps.map((gap, n) => {
    const least = n === 0 ? 0 : 1
    if (!Number.isInteger(gap) || gap < least) throw new SequenceError(`a gap of ${gap}`)
    number += gap
    return number
  })
}

export interface ReadFieldChange {
  readonly name: string
  readonly slots: readonly number[]
  /** One for all slots, or one for each; left out, the field is gone. */
  readonly values: readonly unknown[] | undefined
}

export function readFieldChange([name, gaps, values]: FieldChange): ReadFieldChange {
  return {
    name,
    slots: fromGaps(gaps),
    values,
  }
}

export function expectLengths(column: readonly unknown[], ...others: (readonly unknown[])[]): void {
  const isSameLength = others.every(({ length }) => length === column.length)
  if (!isSameLength) throw new SequenceError('columns of other lengths')
}
