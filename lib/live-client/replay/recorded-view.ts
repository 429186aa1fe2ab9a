import type { LiveVehicle } from '@/lib/contract/live'
import type {
  ChangedColumns,
  ChangedField,
  Deltas,
  ListChanges,
  ListDifference,
} from '@/lib/contract/recording-frames'
import { AreaView } from '@/lib/live-client/area-view'
import type { LiveEvent } from '@/lib/live-client/live-event'
import type { BaseColumns, Columns } from '@/lib/live-client/vehicle-columns'
import { forEachInSteps, type Steps } from '@/lib/scheduling/steps'

/** A whole list of a recording, to which another one can be answered as a difference. Immutable. */
export interface HeldList {
  readonly place: string
  readonly columns: BaseColumns
  /** Slots by the numbers that its vehicles have in a difference. */
  readonly slots: readonly number[]
}

/** The state of a recorded area: a whole list, and the changes that follow it. */
export class RecordedView {
  readonly area = new AreaView()
  /** Of a snapshot whose parts are being applied. */
  #ids: string[] = []
  /** Slots in the area, by the numbers that vehicles have in changes; -1 for one that is gone. */
  #slots: number[] = []

  /** The whole list that was applied last. @param place where it is in the recording */
  held(place: string): HeldList {
    return { place, columns: this.area.base, slots: this.#slots.slice() }
  }

  /** Applies a part of a snapshot in short steps. @returns whether it was the last one */
  *applyPart(event: Extract<LiveEvent, { readonly name: 'snapshot' }>): Steps<boolean> {
    for (const { id } of event.data.vehicles) this.#ids.push(id)
    if (!(yield* this.area.apply(event))) return false
    yield* this.#number(this.#ids)
    this.#ids = []
    return true
  }

  /** Begins with a list that differs from another one. @throws for a difference to another list than `base` */
  *begin(base: HeldList | null, difference: ListDifference): Steps<void> {
    const { removed, added, order, writtenAt } = difference
    if (base?.place !== difference.base) throw new Error(`a difference to ${difference.base}`)
    this.#slots = base.slots.slice()
    const left = removed.map((number) => (base.columns.records[this.#slotOf(number)] as LiveVehicle).id)
    yield* this.area.begin(base.columns, { ...difference, removed: left }, writtenAt, (columns) =>
      this.#changeKnown(columns, difference),
    )
    for (const number of removed) this.#slots[number] = -1
    const slots = this.#slots.filter((slot) => slot >= 0)
    for (const { id } of added) slots.push(this.area.slotOf(id))
    this.#slots = order ? order.map((number) => slotIn(slots, number)) : slots
  }

  /** Applies the changes of a list in short steps. @throws for changes of a list that is not this one */
  *apply(changes: ListChanges): Steps<void> {
    const { ids, removed, added } = changes
    if (ids) yield* this.#number(ids)
    const left = removed.map((number) => this.area.idOf(this.#slotOf(number)))
    yield* this.area.change({ ...changes, removed: left }, changes.writtenAt, (columns) =>
      this.#changeKnown(columns, changes),
    )
    for (const number of removed) this.#slots[number] = -1
    for (const { id } of added) this.#slots.push(this.area.slotOf(id))
  }

  #slotOf(number: number): number {
    return slotIn(this.#slots, number)
  }

  *#number(ids: readonly (string | null)[]): Steps<void> {
    const slots: number[] = []
    yield* forEachInSteps(ids, (id) => slots.push(id === null ? -1 : this.area.slotOf(id)))
    this.#slots = slots
  }

  *#changeKnown(columns: Columns, { moved, since, fields }: ChangedColumns): Steps<void> {
    const { latDeltas, lngDeltas, scale } = moved
    let [lat, lng, atMs] = [0, 0, 0]
    yield* this.#forEachSlot(moved.atDeltas, (slot, n) => {
      lat += latDeltas[n] as number
      lng += lngDeltas[n] as number
      columns.move(slot, lat / scale, lng / scale)
    })
    for (const field of fields)
      yield* field.name === 'mtime' ? this.#report(columns, field) : this.#set(columns, field)
    yield* this.#forEachSlot(since.atDeltas, (slot, n) => {
      atMs += since.timeDeltas[n] as number
      columns.since(slot, atMs, since.begun[n] === 1)
    })
  }

  *#report(columns: Columns, { atDeltas, values, numbers }: ChangedField): Steps<void> {
    const mtimes = values as readonly LiveVehicle['mtime'][]
    yield* this.#forEachSlot(atDeltas, (slot, n) =>
      columns.report(slot, mtimes[numbers[n] as number] ?? null),
    )
  }

  *#set(columns: Columns, { name, atDeltas, values, numbers }: ChangedField): Steps<void> {
    const patches = values.map((value) => ({ [name]: value }))
    yield* this.#forEachSlot(atDeltas, (slot, n) =>
      columns.patch(slot, patches[numbers[n] as number] as Partial<LiveVehicle>),
    )
  }

  /** @param work is given each slot of a column, and its place in it */
  *#forEachSlot(atDeltas: Deltas, work: (slot: number, n: number) => void): Steps<void> {
    let [number, n] = [0, 0]
    yield* forEachInSteps(atDeltas, (delta) => {
      number += delta
      work(this.#slotOf(number), n++)
    })
  }
}

/** @throws for a number that no vehicle has */
function slotIn(slots: readonly number[], number: number): number {
  const slot = slots[number]
  if (slot === undefined || slot < 0) throw new Error(`changes of vehicle ${number} of ${slots.length}`)
  return slot
}
