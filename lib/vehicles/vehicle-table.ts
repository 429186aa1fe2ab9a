import type { Changes, LiveVehicle } from '@/lib/api/contract/live'
import { forEachInSteps, type Steps } from '@/lib/vehicles/steps'
import {
  type Difference,
  expectLengths,
  FieldChanges,
  fromGaps,
  type ReadFieldChange,
  readFieldChange,
  SequenceError,
  toGaps,
} from './difference'

/** Positions are kept to a millionth of a degree, about 0.11 m. */
export const STEPS_PER_DEGREE = 1_000_000
/** In place of latitude and longitude of a vehicle without a position. */
export const NOWHERE = -(2 ** 31)

const FIRST_CAPACITY = 1024
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

function grown<Column extends Int32Array | Uint32Array>(from: Column, to: Column): Column {
  to.set(from)
  return to
}
