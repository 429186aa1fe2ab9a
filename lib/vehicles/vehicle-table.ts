import type { Changes, FieldChange, Gaps, LiveVehicle } from '@/lib/api/contract/live'
import { forEachInSteps, type Steps } from '@/lib/vehicles/steps'

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

/** Positions are kept to a millionth of a degree, about 0.11 m. */
export const STEPS_PER_DEGREE = 1_000_000
/** In place of latitude and longitude of a vehicle without a position. */
export const NOWHERE = -(2 ** 31)

const FIRST_CAPACITY = 1024
/** A part of a snapshot or of changes: parsed by a browser within a few milliseconds. */
const VEHICLES_PER_PART = 1000

// Unique in the process, so that slots of two tables are never mistaken for each other.
let lastGeneration = 0

type Position = NonNullable<LiveVehicle['position']>

/** The position as tables have it. */
export function roundPosition({ lat, lng }: Position): Position {
  return positionOf(toSteps(lat), toSteps(lng))
}

/**
 * The vehicles of a list by slot. A vehicle keeps its slot while it is listed; equal versions of a
 * list have equal slots in every process. Records are replaced, never changed: copies share them.
 * They are the truth; the columns repeat their positions, for loops over many vehicles.
 */
export class VehicleTable {
  /** Of the list that was applied last; null for the empty list before the first. */
  version: string | null = null
  /**
   * By slot, in steps; NOWHERE for a vehicle without a position. Only `#place` writes them. May be
   * longer than `records`.
   */
  lat = new Int32Array(FIRST_CAPACITY)
  lng = new Int32Array(FIRST_CAPACITY)
  /** By slot: another number for each vehicle that comes into it; 0 for a free slot. */
  generation = new Uint32Array(FIRST_CAPACITY)
  readonly #records: (LiveVehicle | undefined)[]
  #slotOf: Map<string, number>
  /** Whether a copy has the same map: it is copied before it is changed. */
  #isShared = false

  /** @param of the table to copy */
  constructor(of: VehicleTable | null = null) {
    this.#records = of ? of.#records.slice() : []
    this.#slotOf = of ? of.#slotOf : new Map()
    if (!of) return
    this.#isShared = true
    of.#isShared = true
    this.version = of.version
    this.lat = of.lat.slice()
    this.lng = of.lng.slice()
    this.generation = of.generation.slice()
  }

  /** Number of vehicles. */
  get size(): number {
    return this.#slotOf.size
  }

  /** By slot; undefined for a free one. */
  get records(): readonly (LiveVehicle | undefined)[] {
    return this.#records
  }

  /** -1 for an unknown vehicle. */
  slotOf(id: string): number {
    return this.#slotOf.get(id) ?? -1
  }

  has(id: string): boolean {
    return this.#slotOf.has(id)
  }

  get(id: string): LiveVehicle | undefined {
    const slot = this.#slotOf.get(id)
    return slot === undefined ? undefined : this.#records[slot]
  }

  ids(): IterableIterator<string> {
    return this.#slotOf.keys()
  }

  *vehicles(): Generator<LiveVehicle, void, undefined> {
    for (const record of this.#records) if (record) yield record
  }

  copy(): VehicleTable {
    return new VehicleTable(this)
  }

  /**
   * The changes that lead from this list to another one.
   * @param listed vehicles of the other list by id, those that did not change among them or not
   * @param gone ids that are not in it
   */
  *compare(listed: ReadonlyMap<string, LiveVehicle>, gone: ReadonlySet<string>): Steps<Difference> {
    const removed: number[] = []
    const free: number[] = []
    const moved: number[] = []
    const lat: number[] = []
    const lng: number[] = []
    const fields = new FieldChanges()
    let slot = -1
    yield* forEachInSteps(this.#records, (before) => {
      slot += 1
      const isGone = before !== undefined && gone.has(before.id)
      if (isGone) removed.push(slot)
      if (!before || isGone) {
        free.push(slot)
        return
      }
      const after = listed.get(before.id)
      if (!after || after === before) return
      if (before.position && after.position) {
        const movedLat = toSteps(after.position.lat) - (this.lat[slot] as number)
        const movedLng = toSteps(after.position.lng) - (this.lng[slot] as number)
        if (movedLat !== 0 || movedLng !== 0) {
          moved.push(slot)
          lat.push(movedLat)
          lng.push(movedLng)
        }
      } else if (before.position !== after.position) {
        fields.add(slot, 'position', after.position)
      }
      fields.compare(slot, before, after)
    })

    const added: LiveVehicle[] = []
    const slots: number[] = []
    let next = this.#records.length
    yield* forEachInSteps(listed.values(), (record) => {
      const stays = this.#slotOf.has(record.id) && !gone.has(record.id)
      if (stays) return
      slots.push(free[added.length] ?? next++)
      added.push(record)
    })

    return {
      removed: toGaps(removed),
      added,
      slots: toGaps(slots),
      moved: toGaps(moved),
      lat,
      lng,
      fields: fields.all,
    }
  }

  /**
   * Applies changes that follow this list.
   * @param unshared slots of records that no other table or reader has, which are changed
   * in place: 0.4 of the time
   * @throws SequenceError before any change, for another version and for slots that do not fit
   */
  *apply(changes: Changes, unshared = new Set<number>()): Steps<void> {
    const { version, after, added, lat, lng } = changes
    if (after !== this.version) {
      throw new SequenceError(`changes after ${after}, not ${this.version}`)
    }
    const removed = fromGaps(changes.removed)
    const slots = fromGaps(changes.slots)
    const moved = fromGaps(changes.moved)
    const fields = changes.fields.map(readFieldChange)

    const isLeaving = new Set(removed)
    const stays = (slot: number) => this.#records[slot] !== undefined && !isLeaving.has(slot)
    this.#expect(removed, (slot) => this.#records[slot] !== undefined)
    this.#expect(moved, (slot) => stays(slot) && this.lat[slot] !== NOWHERE)
    expectLengths(moved, lat, lng)
    for (const field of fields) {
      this.#expect(field.slots, stays)
      const isOneValue = !field.values || field.values.length === 1
      if (!isOneValue) expectLengths(field.slots, field.values ?? [])
    }
    expectLengths(slots, added)
    this.#expectAdded(slots, added, isLeaving)

    yield* this.#remove(removed, unshared)
    yield* this.#move(moved, lat, lng, unshared)
    for (const field of fields) yield* this.#changeField(field, unshared)
    let n = 0
    yield* forEachInSteps(added, (record) => {
      lastGeneration += 1
      this.#put(slots[n] as number, record, lastGeneration)
      n += 1
    })
    this.version = version
  }

  *#remove(slots: readonly number[], unshared: Set<number>): Steps<void> {
    yield* forEachInSteps(slots, (slot) => {
      this.#ownSlots().delete((this.#records[slot] as LiveVehicle).id)
      this.#records[slot] = undefined
      this.generation[slot] = 0
      unshared.delete(slot)
    })
  }

  *#move(
    slots: readonly number[],
    lat: readonly number[],
    lng: readonly number[],
    unshared: Set<number>,
  ): Steps<void> {
    let n = 0
    yield* forEachInSteps(slots, (slot) => {
      // Whole steps, as a column holds them.
      const newLat = ((this.lat[slot] as number) + (lat[n] as number)) | 0
      const newLng = ((this.lng[slot] as number) + (lng[n] as number)) | 0
      n += 1
      const position = positionOf(newLat, newLng)
      this.#changeable(slot, unshared).position = position
      this.#place(slot, position)
    })
  }

  *#changeField({ name, slots, values }: ReadFieldChange, unshared: Set<number>): Steps<void> {
    const isOneValue = values?.length === 1
    let n = 0
    yield* forEachInSteps(slots, (slot) => {
      const record = this.#changeable(slot, unshared)
      record[name] = values?.[isOneValue ? 0 : n]
      n += 1
      if (name === 'position') this.#place(slot, record.position as LiveVehicle['position'])
    })
  }

  /** The record in a slot, as a copy unless it is unshared. */
  #changeable(slot: number, unshared: Set<number>): Record<string, unknown> {
    if (!unshared.has(slot)) {
      this.#records[slot] = { ...(this.#records[slot] as LiveVehicle) }
      unshared.add(slot)
    }
    return this.#records[slot] as unknown as Record<string, unknown>
  }

  /** Puts a vehicle that the list lacks behind the others. @param generation as it had there */
  append(record: LiveVehicle, generation: number): void {
    this.#put(this.#records.length, record, generation)
  }

  #put(slot: number, record: LiveVehicle, generation: number): void {
    this.#reserve(slot + 1)
    while (this.#records.length < slot) this.#records.push(undefined)
    this.#records[slot] = record
    this.#ownSlots().set(record.id, slot)
    this.generation[slot] = generation
    this.#place(slot, record.position)
  }

  #ownSlots(): Map<string, number> {
    if (this.#isShared) this.#slotOf = new Map(this.#slotOf)
    this.#isShared = false
    return this.#slotOf
  }

  /** Derives the columns from the position of a record. */
  #place(slot: number, position: LiveVehicle['position']): void {
    this.lat[slot] = position ? toSteps(position.lat) : NOWHERE
    this.lng[slot] = position ? toSteps(position.lng) : NOWHERE
  }

  #expect(slots: readonly number[], fits: (slot: number) => boolean): void {
    for (const slot of slots) {
      if (!fits(slot)) throw new SequenceError(`a change in slot ${slot}`)
    }
  }

  #expectAdded(
    slots: readonly number[],
    added: readonly LiveVehicle[],
    isLeaving: ReadonlySet<number>,
  ): void {
    this.#expect(slots, (slot) => this.#records[slot] === undefined || isLeaving.has(slot))
    const ids = new Set<unknown>()
    for (const vehicle of added) {
      const id: unknown = vehicle?.id
      const slot = this.slotOf(id as string)
      const isListed = slot >= 0 && !isLeaving.has(slot)
      if (typeof id !== 'string' || ids.has(id) || isListed) {
        throw new SequenceError('an added vehicle without an id of its own')
      }
      ids.add(id)
    }
  }

  #reserve(size: number): void {
    let capacity = this.generation.length
    if (size <= capacity) return
    while (capacity < size) capacity *= 2
    this.lat = grown(this.lat, new Int32Array(capacity))
    this.lng = grown(this.lng, new Int32Array(capacity))
    this.generation = grown(this.generation, new Uint32Array(capacity))
  }
}

/** A list as what leads to it from the empty one. @param records by slot */
export function snapshotOf(records: VehicleTable['records']): Difference {
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
class FieldChanges {
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

function toSteps(degrees: number): number {
  return Math.round(degrees * STEPS_PER_DEGREE)
}

/** Adding 0 makes a positive zero of a negative one, which JSON lacks. */
function positionOf(lat: number, lng: number): Position {
  return {
    lat: lat / STEPS_PER_DEGREE + 0,
    lng: lng / STEPS_PER_DEGREE + 0,
  }
}

function toGaps(numbers: readonly number[]): Gaps {
  return numbers.map((number, n) => (n === 0 ? number : number - (numbers[n - 1] as number)))
}

/** @throws SequenceError for numbers that do not ascend */
function fromGaps(gaps: Gaps): number[] {
  let number = 0
  return gaps.map((gap, n) => {
    const least = n === 0 ? 0 : 1
    if (!Number.isInteger(gap) || gap < least) throw new SequenceError(`a gap of ${gap}`)
    number += gap
    return number
  })
}

interface ReadFieldChange {
  readonly name: string
  readonly slots: readonly number[]
  /** One for all slots, or one for each; left out, the field is gone. */
  readonly values: readonly unknown[] | undefined
}

function readFieldChange([name, gaps, values]: FieldChange): ReadFieldChange {
  return {
    name,
    slots: fromGaps(gaps),
    values,
  }
}

function expectLengths(column: readonly unknown[], ...others: (readonly unknown[])[]): void {
  const isSameLength = others.every(({ length }) => length === column.length)
  if (!isSameLength) throw new SequenceError('columns of other lengths')
}

function grown<Column extends Int32Array | Uint32Array>(from: Column, to: Column): Column {
  to.set(from)
  return to
}
