import type { Changes, FieldChange, Gaps, LiveVehicle } from '@/lib/api/contract/live'
import { forEachInSteps, type Steps } from '@/lib/vehicles/steps'

/** Changes do not fit the list: only a snapshot helps. */
export class SequenceError extends Error {
  override readonly name = 'SequenceError'
}

/** The differences between two lists. */
export type Difference = Pick<
  Changes,
  'removed' | 'added' | 'slots' | 'moved' | 'lat' | 'lng' | 'fields'
>

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
 */
export class VehicleTable {
  /** Of the list that was applied last; null for the empty list before the first. */
  version: string | null = null
  /** By slot, in steps; NOWHERE for a vehicle without a position. May be longer than `records`. */
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
        const [toLat, toLng] = [toSteps(after.position.lat), toSteps(after.position.lng)]
        const [byLat, byLng] = [
          toLat - (this.lat[slot] as number),
          toLng - (this.lng[slot] as number),
        ]
        if (byLat !== 0 || byLng !== 0) {
          moved.push(slot)
          lat.push(byLat)
          lng.push(byLng)
        }
      } else if (before.position !== after.position) fields.add(slot, 'position', after.position)
      fields.compare(slot, before, after)
    })
    const added: LiveVehicle[] = []
    const slots: number[] = []
    let next = this.#records.length
    yield* forEachInSteps(listed.values(), (record) => {
      if (this.#slotOf.has(record.id) && !gone.has(record.id)) return
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
   * @param own slots of records that no other table or reader has, which are changed
   * in place: 0.4 of the time
   * @throws SequenceError before any change, for another version and for slots that do not fit
   */
  *apply(changes: Changes, own = new Set<number>()): Steps<void> {
    const { version, after, added, lat, lng } = changes
    if (after !== this.version)
      throw new SequenceError(`changes after ${after}, not ${this.version}`)
    const removed = fromGaps(changes.removed)
    const slots = fromGaps(changes.slots)
    const moved = fromGaps(changes.moved)
    const fields = changes.fields.map(([name, at, values]) => ({ name, at: fromGaps(at), values }))
    this.#expect(removed, (slot) => this.#records[slot] !== undefined)
    const isLeaving = new Set(removed)
    const stays = (slot: number) => this.#records[slot] !== undefined && !isLeaving.has(slot)
    this.#expect(moved, (slot) => stays(slot) && this.lat[slot] !== NOWHERE)
    expectLengths(moved, lat, lng)
    for (const { at, values = [undefined] } of fields) {
      this.#expect(at, stays)
      if (values.length !== 1) expectLengths(at, values)
    }
    expectLengths(slots, added)
    this.#expectAdded(slots, added, isLeaving)

    yield* forEachInSteps(removed, (slot) => {
      this.#ownSlots().delete((this.#records[slot] as LiveVehicle).id)
      this.#records[slot] = undefined
      this.generation[slot] = 0
      own.delete(slot)
    })
    const changeable = (slot: number): Record<string, unknown> => {
      if (!own.has(slot)) this.#records[slot] = { ...(this.#records[slot] as LiveVehicle) }
      own.add(slot)
      return this.#records[slot] as unknown as Record<string, unknown>
    }
    let at = 0
    yield* forEachInSteps(moved, (slot) => {
      this.lat[slot] = (this.lat[slot] as number) + (lat[at] as number)
      this.lng[slot] = (this.lng[slot] as number) + (lng[at] as number)
      at += 1
      changeable(slot).position = positionOf(this.lat[slot] as number, this.lng[slot] as number)
    })
    for (const { name, at: changed, values } of fields) {
      let n = 0
      yield* forEachInSteps(changed, (slot) => {
        const record = changeable(slot)
        record[name] = values?.[values.length === 1 ? 0 : n]
        n += 1
        if (name === 'position') this.#place(slot, record.position as LiveVehicle['position'])
      })
    }
    let n = 0
    yield* forEachInSteps(added, (record) => {
      this.#put(slots[n++] as number, record, ++lastGeneration)
    })
    this.version = version
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

  #place(slot: number, position: LiveVehicle['position']): void {
    this.lat[slot] = position ? toSteps(position.lat) : NOWHERE
    this.lng[slot] = position ? toSteps(position.lng) : NOWHERE
  }

  #expect(slots: readonly number[], fits: (slot: number) => boolean): void {
    for (const slot of slots) if (!fits(slot)) throw new SequenceError(`a change in slot ${slot}`)
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
      const known = this.slotOf(id as string)
      if (typeof id !== 'string' || ids.has(id) || (known >= 0 && !isLeaving.has(known)))
        throw new SequenceError('an added vehicle without an id of its own')
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
  const added = records.filter(
    (record, slot) => record !== undefined && slots.push(slot),
  ) as LiveVehicle[]
  return { ...noDifference, added, slots: toGaps(slots) }
}

/**
 * Changes in parts, to be applied one after the other; all but the last one lead to half a list.
 */
export function partsOf(changes: Changes): Changes[] {
  const { version, after, added, slots, departures, ...rest } = changes
  const count = Math.max(1, Math.ceil(added.length / VEHICLES_PER_PART))
  const nameOf = (part: number) => (part === count - 1 ? version : `${version}.${part}`)
  let before = 0
  return Array.from({ length: count }, (_, part) => {
    const [from, to] = [part * VEHICLES_PER_PART, (part + 1) * VEHICLES_PER_PART]
    const [first = 0, ...gaps] = slots.slice(from, to)
    const ofPart = added.length > 0 ? [before + first, ...gaps] : []
    before = ofPart.reduce((sum, gap) => sum + gap, 0)
    return {
      version: nameOf(part),
      after: part === 0 ? after : nameOf(part - 1),
      isPart: part < count - 1 ? true : undefined,
      ...rest,
      ...(part > 0 && noDifference),
      departures: part < count - 1 ? [] : departures,
      added: added.slice(from, to),
      slots: ofPart,
    }
  })
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

/** Changed fields of records, by name. Left out and undefined are the same. */
class FieldChanges {
  readonly #changed = new Map<string, { readonly at: number[]; readonly values: unknown[] }>()
  readonly #gone = new Map<string, number[]>()

  /** All but id and position. */
  compare(slot: number, before: LiveVehicle, after: LiveVehicle): void {
    for (const name in after) {
      const value = own(after, name)
      if (value === own(before, name) || value === undefined) continue
      if (name !== 'position' && name !== 'id' && !isSame(own(before, name), value))
        this.add(slot, name, value)
    }
    for (const name in before) {
      if (own(after, name) !== undefined || own(before, name) === undefined || name === 'position')
        continue
      const slots = this.#gone.get(name)
      if (slots) slots.push(slot)
      else this.#gone.set(name, [slot])
    }
  }

  add(slot: number, name: string, value: unknown): void {
    let change = this.#changed.get(name)
    if (!change) {
      change = { at: [], values: [] }
      this.#changed.set(name, change)
    }
    change.at.push(slot)
    change.values.push(value)
  }

  get all(): FieldChange[] {
    return [
      ...Array.from(this.#changed, ([name, { at, values }]): FieldChange => {
        const areAlike = values.every((value) => isSame(value, values[0]))
        return [name, toGaps(at), areAlike ? values.slice(0, 1) : values]
      }),
      ...Array.from(this.#gone, ([name, at]): FieldChange => [name, toGaps(at)]),
    ]
  }
}

/** Whether two values have the same JSON. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  for (const key in a) if (!isSame(own(a, key), own(b, key))) return false
  for (const key in b) if (!isSame(own(a, key), own(b, key))) return false
  return true
}

const inherited = Object.prototype as Record<string, unknown>

/** Not what is inherited: a field may be called `toString`. */
function own(object: object, name: string): unknown {
  const value = (object as Record<string, unknown>)[name]
  return value !== undefined && value === inherited[name] && !Object.hasOwn(object, name)
    ? undefined
    : value
}

const toSteps = (degrees: number) => Math.round(degrees * STEPS_PER_DEGREE)

// Adding 0 makes a positive zero of a negative one, which JSON lacks.
const positionOf = (lat: number, lng: number): Position => ({
  lat: lat / STEPS_PER_DEGREE + 0,
  lng: lng / STEPS_PER_DEGREE + 0,
})

function toGaps(numbers: readonly number[]): Gaps {
  return numbers.map((number, at) => number - (at === 0 ? 0 : (numbers[at - 1] as number)))
}

/** @throws SequenceError for numbers that do not ascend */
function fromGaps(gaps: Gaps): number[] {
  let number = 0
  return gaps.map((gap, at) => {
    number += gap
    if (!Number.isInteger(gap) || gap < (at === 0 ? 0 : 1))
      throw new SequenceError(`a gap of ${gap}`)
    return number
  })
}

function expectLengths(of: readonly unknown[], ...others: (readonly unknown[])[]): void {
  if (others.some(({ length }) => length !== of.length))
    throw new SequenceError('columns of other lengths')
}

function grown<Column extends Int32Array | Uint32Array>(from: Column, to: Column): Column {
  to.set(from)
  return to
}
