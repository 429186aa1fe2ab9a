import { forEachInSteps, type Steps } from '@/lib/browser/time-slicing'
import type { LiveVehicle } from '@/lib/contract/live'
import type { ChangedField, Deltas, ListChanges } from '@/lib/contract/recording-frames'
import { AreaView } from '@/lib/live-client/area-view'
import { type Columns, reportedAt } from '@/lib/live-client/vehicle-columns'

/** The state of a recorded area: a whole list, and the changes that follow it. */
export class RecordedView {
  readonly area = new AreaView()
  /** Slots in the area, by the numbers that vehicles have in changes; -1 for one that is gone. */
  #slots: number[] = []

  #slotOf(number: number): number {
    const slot = this.#slots[number]
    if (slot === undefined || slot < 0)
      throw new Error(`changes of vehicle ${number} of ${this.#slots.length}`)
    return slot
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

  *#number(ids: readonly (string | null)[]): Steps<void> {
    const slots: number[] = []
    yield* forEachInSteps(ids, (id) => slots.push(id === null ? -1 : this.area.slotOf(id)))
    this.#slots = slots
  }

  *#changeKnown(columns: Columns, { moved, since, fields }: ListChanges): Steps<void> {
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
      patch(columns, slot, { statusSince: { atMs, isBeginning: since.begun[n] === 1 } })
    })
  }

  *#report(columns: Columns, { atDeltas, values, numbers }: ChangedField): Steps<void> {
    const mtimes = values as readonly LiveVehicle['mtime'][]
    const times = mtimes.map((mtime) => reportedAt({ mtime }))
    yield* this.#forEachSlot(atDeltas, (slot, n) => {
      const value = numbers[n] as number
      columns.report(slot, mtimes[value] ?? null, times[value] as number)
    })
  }

  *#set(columns: Columns, { name, atDeltas, values, numbers }: ChangedField): Steps<void> {
    yield* this.#forEachSlot(atDeltas, (slot, n) =>
      patch(columns, slot, { [name]: values[numbers[n] as number] }),
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

function patch(columns: Columns, slot: number, change: Partial<LiveVehicle>): void {
  columns.patch(slot, { ...change, id: columns.idOf(slot) })
}
