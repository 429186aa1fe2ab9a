import type { ChangedColumns } from '@/lib/contract/recording-frames'
import { asSince } from '@/lib/recording/codec/field-coder'
import { spellTime } from '@/lib/recording/codec/times'
import type { Json } from '@/lib/recording/codec/values'

/** Collects what changed of vehicles into the columns of an answer. */
export class ColumnCollector {
  readonly #moved
  readonly #since = { at: [] as number[], times: [] as number[], begun: [] as number[] }
  readonly #fields = new Map<string, Column>()
  /** Numbers of times among the values of their column, by spelling. */
  readonly #times = new Map<string, Map<number, number>>()

  /** @param scale steps of a degree */
  constructor(scale: number) {
    this.#moved = { at: [] as number[], scale, lats: [] as number[], lngs: [] as number[] }
  }

  get columns(): Omit<ChangedColumns, 'removed' | 'added'> {
    const fields = [...this.#fields].map(([name, { at, values, numbers }]) => ({ name, at, values, numbers }))
    return { moved: this.#moved, since: this.#since, fields }
  }

  /** @param lat in steps, as `lng` */
  move(at: number, lat: number, lng: number): void {
    this.#moved.at.push(at)
    this.#moved.lats.push(lat)
    this.#moved.lngs.push(lng)
  }

  report(at: number, ms: number, spelling: string): void {
    const column = this.#column('mtime')
    let numbers = this.#times.get(spelling)
    if (!numbers) {
      numbers = new Map()
      this.#times.set(spelling, numbers)
    }
    let number = numbers.get(ms)
    if (number === undefined) {
      number = numberOf(column, spellTime({ ms, spelling }))
      numbers.set(ms, number)
    }
    column.at.push(at)
    column.numbers.push(number)
  }

  set(at: number, name: string, value: Json): void {
    const since = name === 'statusSince' ? asSince(value) : null
    if (since) {
      this.#since.at.push(at)
      this.#since.times.push(since.atMs)
      this.#since.begun.push(since.isBeginning ? 1 : 0)
      return
    }
    const column = this.#column(name)
    column.at.push(at)
    column.numbers.push(numberOf(column, value))
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
