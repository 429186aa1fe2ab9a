import type { ChangedColumns } from '@/lib/contract/recording-frames'
import { asSince } from '@/lib/recording/codec/since'
import { spellTime } from '@/lib/recording/codec/times'
import type { Json } from '@/lib/recording/codec/values'

/** Collects what changed of vehicles into the columns of an answer. */
export class ColumnCollector {
  readonly #scale: number
  readonly #moved = { at: new DeltaColumn(), lats: new DeltaColumn(), lngs: new DeltaColumn() }
  readonly #since = { at: new DeltaColumn(), times: new DeltaColumn(), begun: [] as number[] }
  readonly #fields = new Map<string, Column>()
  /** Numbers of times among the values of their column, by spelling. */
  readonly #times = new Map<string, Map<number, number>>()

  /** @param scale steps of a degree */
  constructor(scale: number) {
    this.#scale = scale
  }

  get columns(): Omit<ChangedColumns, 'removed' | 'added'> {
    const { at, lats, lngs } = this.#moved
    const { at: sinceAt, times, begun } = this.#since
    return {
      moved: { atDeltas: at.deltas, scale: this.#scale, latDeltas: lats.deltas, lngDeltas: lngs.deltas },
      since: { atDeltas: sinceAt.deltas, timeDeltas: times.deltas, begun },
      fields: [...this.#fields].map(([name, { at, values, numbers }]) => ({
        ...{ name, atDeltas: at.deltas, values, numbers },
      })),
    }
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

  /** @param begun 1 for one that is a beginning */
  since(at: number, ms: number, begun: number): void {
    this.#since.at.push(at)
    this.#since.times.push(ms)
    this.#since.begun.push(begun)
  }

  set(at: number, name: string, value: Json): void {
    const since = name === 'statusSince' ? asSince(value) : null
    if (since) {
      this.since(at, since.atMs, since.isBeginning ? 1 : 0)
      return
    }
    const column = this.#column(name)
    column.at.push(at)
    column.numbers.push(numberOf(column, value))
  }

  #column(name: string): Column {
    const known = this.#fields.get(name)
    if (known) return known
    const column: Column = { at: new DeltaColumn(), values: [], numbers: [], known: new Map() }
    this.#fields.set(name, column)
    return column
  }
}

class DeltaColumn {
  readonly deltas: number[] = []
  #last = 0

  push(value: number): void {
    this.deltas.push(value - this.#last)
    this.#last = value
  }
}

/** A field of some vehicles, each as the number of its value. */
interface Column {
  readonly at: DeltaColumn
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
