import { isDeepStrictEqual } from 'node:util'
import type { LiveVehicle } from '@/lib/contract/live'
import type { ListDifference } from '@/lib/contract/recording-frames'
import { asSince } from '@/lib/recording/codec/field-coder'
import { MOVED, REPORTED, type Slots } from '@/lib/recording/codec/slots'
import { spellTime } from '@/lib/recording/codec/times'
import { type Json, type JsonObject, own } from '@/lib/recording/codec/values'

type Difference = Omit<ListDifference, 'base' | 'place' | 'epoch' | 'writtenAt' | 'meta'>

/** What makes one list of another; both without empty slots. */
export function listDifference(base: Slots, list: Slots): Difference {
  const difference = new Collected(list.scale)
  const removed: number[] = []
  /** Where those that stay stand in the list. */
  const places: number[] = []
  const stays = new Uint8Array(list.count)
  let next = 0
  for (let at = 0; at < base.count; at++) {
    const id = base.records[at]!.id as string
    const to = list.records[next]?.id === id ? next : (list.slotOf.get(id) ?? -1)
    if (to < 0 || !difference.compare(base, at, list, to)) removed.push(at)
    else {
      stays[to] = 1
      places.push(to)
      next = to + 1
    }
  }
  const added: LiveVehicle[] = []
  for (let to = 0; to < list.count; to++) {
    if (stays[to] === 1) continue
    places.push(to)
    added.push(list.record(to) as unknown as LiveVehicle)
  }
  return { removed, ...difference.columns, added, order: orderOf(places) }
}

class Collected {
  readonly #moved
  readonly #since = { at: [] as number[], times: [] as number[], begun: [] as number[] }
  readonly #fields = new Map<string, Column>()
  /** Numbers of times among the values of their column, by spelling. */
  readonly #times = new Map<string, Map<number, number>>()

  constructor(scale: number) {
    this.#moved = { at: [] as number[], scale, lats: [] as number[], lngs: [] as number[] }
  }

  get columns() {
    const fields = [...this.#fields].map(([name, { at, values, numbers }]) => ({ name, at, values, numbers }))
    return { moved: this.#moved, since: this.#since, fields }
  }

  /** @returns false for a vehicle that lacks a field which it had */
  compare(base: Slots, at: number, list: Slots, to: number): boolean {
    const before = base.records[at]!
    const record = list.records[to]!
    if (before !== record && !this.#compareFields(before, record, at)) return false
    if ((list.older[to]! & MOVED) !== 0) this.#comparePosition(base, at, list, to)
    else this.#compareField('position', base.positionAt(at), own(record, 'position'), at)
    if ((list.older[to]! & REPORTED) !== 0) this.#compareTime(base, at, list, to)
    else this.#compareField('mtime', base.mtimeAt(at), own(record, 'mtime'), at)
    return true
  }

  /** All but position and time. @returns false where one is gone, or cannot be assigned */
  #compareFields(before: JsonObject, record: JsonObject, at: number): boolean {
    for (const key in before) if (!Object.hasOwn(record, key)) return false
    if (Object.hasOwn(record, '__proto__')) return false
    for (const key in record)
      if (key !== 'position' && key !== 'mtime') this.#compareField(key, own(before, key), record[key], at)
    return true
  }

  #compareField(key: string, before: Json | undefined, value: Json | undefined, at: number): void {
    if (value === undefined || isDeepStrictEqual(before, value)) return
    const since = key === 'statusSince' ? asSince(value) : null
    if (since) {
      this.#since.at.push(at)
      this.#since.times.push(since.atMs)
      this.#since.begun.push(since.isBeginning ? 1 : 0)
      return
    }
    const column = this.#column(key)
    column.at.push(at)
    column.numbers.push(numberOf(column, value))
  }

  #comparePosition(base: Slots, at: number, list: Slots, to: number): void {
    const lat = list.lats[to]!
    const lng = list.lngs[to]!
    const isPlaced = (base.older[at]! & MOVED) !== 0 && base.scale === list.scale
    if (isPlaced && base.lats[at] === lat && base.lngs[at] === lng) return
    this.#moved.at.push(at)
    this.#moved.lats.push(lat)
    this.#moved.lngs.push(lng)
  }

  #compareTime(base: Slots, at: number, list: Slots, to: number): void {
    const ms = list.times[to]!
    const spelling = list.spellings[to]!
    if ((base.older[at]! & REPORTED) !== 0 && base.times[at] === ms && base.spellings[at] === spelling) return
    const column = this.#column('mtime')
    const numbers = this.#times.get(spelling) ?? new Map<number, number>()
    this.#times.set(spelling, numbers)
    let number = numbers.get(ms)
    if (number === undefined) {
      number = numberOf(column, spellTime({ ms, spelling }))
      numbers.set(ms, number)
    }
    column.at.push(at)
    column.numbers.push(number)
  }

  #column(name: string): Column {
    const known = this.#fields.get(name)
    if (known) return known
    const column: Column = { at: [], values: [], numbers: [], known: new Map() }
    this.#fields.set(name, column)
    return column
  }
}

/** A field of some vehicles, each as the number of its value. */
interface Column {
  readonly at: number[]
  readonly values: Json[]
  readonly numbers: number[]
  readonly known: Map<Json, number>
}

function numberOf({ values, known }: Column, value: Json): number {
  let number = known.get(value)
  if (number === undefined) {
    number = values.push(value) - 1
    known.set(value, number)
  }
  return number
}

function orderOf(places: readonly number[]): number[] | null {
  if (places.every((place, at) => place === at)) return null
  const order = new Array<number>(places.length)
  for (const [at, place] of places.entries()) order[place] = at
  return order
}
