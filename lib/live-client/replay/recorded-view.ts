import { forEachInSteps, type Steps } from '@/lib/browser/time-slicing'
import type { LiveVehicle } from '@/lib/contract/live'
import type { ChangedField, ListChanges } from '@/lib/contract/recording-frames'
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
    const { lats, lngs, scale } = moved
    let n = 0
    yield* forEachInSteps(moved.at, (number) => {
      columns.move(this.#slotOf(number), (lats[n] as number) / scale, (lngs[n++] as number) / scale)
    })
    for (const field of fields)
      yield* field.name === 'mtime' ? this.#report(columns, field) : this.#set(columns, field)
    n = 0
    yield* forEachInSteps(since.at, (number) => {
      const statusSince = { atMs: since.times[n] as number, isBeginning: since.begun[n++] === 1 }
      this.#patch(columns, number, { statusSince })
    })
  }

  *#report(columns: Columns, { at, values, numbers }: ChangedField): Steps<void> {
    const mtimes = values as readonly LiveVehicle['mtime'][]
    const times = mtimes.map((mtime) => reportedAt({ mtime }))
    let n = 0
    yield* forEachInSteps(at, (number) => {
      const value = numbers[n++] as number
      columns.report(this.#slotOf(number), mtimes[value] ?? null, times[value] as number)
    })
  }

  *#set(columns: Columns, { name, at, values, numbers }: ChangedField): Steps<void> {
    let n = 0
    yield* forEachInSteps(at, (number) => {
      this.#patch(columns, number, { [name]: values[numbers[n++] as number] })
    })
  }

  #patch(columns: Columns, number: number, change: Partial<LiveVehicle>): void {
    const slot = this.#slotOf(number)
    columns.patch(slot, { ...change, id: columns.idOf(slot) })
  }
}
