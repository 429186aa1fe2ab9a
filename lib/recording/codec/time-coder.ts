import { codeNumber, codeSymbol, DIGIT_CONTEXTS, LENGTH_CONTEXTS, symbolContexts } from './numbers'
import type { BitCoder, Probabilities } from './range-coder'
import { readTime, type SpelledTime, spellTime } from './times'
import type { Json, ValueCoder } from './values'

/** When a vehicle reported last, and how often it does. */
export interface Reports {
  timeMs: number
  /** Empty for a time that is kept as JSON. */
  spelling: string
  stepMs: number
}

export function reportsOf(mtime: Json | undefined): Reports {
  const time = typeof mtime === 'string' ? readTime(mtime) : null
  return { timeMs: time?.ms ?? 0, spelling: time?.spelling ?? '', stepMs: 0 }
}

/** As the vehicle before, as long after its last one as that was, other than both, or another spelling. */
const KINDS = { last: 0, again: 1, other: 2, json: 3 }
const KIND_BITS = 2
const SECOND_MS = 1000
const SITUATIONS = 4
const REMEMBERED = 4096

/** Times of last reports: the vehicles of a frame share most of them. */
export class TimeCoder {
  readonly #coder: BitCoder
  readonly #values: ValueCoder
  readonly #kind: number
  readonly #lengths: number
  readonly #digits: number
  /** By situation, of the vehicle before. */
  readonly #lastMs = new Float64Array(SITUATIONS)
  readonly #read = new Map<string, SpelledTime | null>()

  constructor(coder: BitCoder, probabilities: Probabilities, values: ValueCoder) {
    this.#coder = coder
    this.#values = values
    this.#kind = probabilities.take(SITUATIONS * symbolContexts(KIND_BITS))
    this.#lengths = probabilities.take(SITUATIONS * LENGTH_CONTEXTS)
    this.#digits = probabilities.take(2 * DIGIT_CONTEXTS)
  }

  /** @param situation 0 to 3: vehicles that report alike share one */
  code(reports: Reports, before: Json | undefined, text: Json | undefined, situation: number): Json {
    const time = typeof text === 'string' ? this.#readTime(text) : null
    const ms = time?.ms ?? 0
    const lastMs = this.#lastMs[situation & 1]!
    const againMs = reports.timeMs + reports.stepMs
    const isAlike = time !== null && time.spelling === reports.spelling
    const kind = !isAlike
      ? KINDS.json
      : ms === lastMs
        ? KINDS.last
        : ms === againMs
          ? KINDS.again
          : KINDS.other
    const kinds = this.#kind + situation * symbolContexts(KIND_BITS)
    const coded = codeSymbol(this.#coder, kinds, KIND_BITS, kind)
    if (coded === KINDS.json) return this.#codeSpelled(reports, before, text, situation)
    const nowMs =
      coded === KINDS.last
        ? lastMs
        : coded === KINDS.again
          ? againMs
          : lastMs + this.#codeDifference(ms - lastMs, situation)
    reports.stepMs = nowMs - reports.timeMs
    reports.timeMs = nowMs
    this.#lastMs[situation & 1] = nowMs
    return text ?? spellTime({ ms: nowMs, spelling: reports.spelling })
  }

  /** A time whose spelling is not yet known. */
  #codeSpelled(reports: Reports, before: Json | undefined, text: Json | undefined, situation: number): Json {
    const time = typeof text === 'string' ? this.#readTime(text) : null
    reports.spelling = this.#values.text('spelling', time?.spelling ?? '')
    reports.stepMs = 0
    if (reports.spelling === '') return this.#values.code('mtime', before, text ?? null)
    const lastMs = this.#lastMs[situation & 1]!
    reports.timeMs = lastMs + this.#codeDifference((time?.ms ?? 0) - lastMs, situation)
    this.#lastMs[situation & 1] = reports.timeMs
    return text ?? spellTime({ ms: reports.timeMs, spelling: reports.spelling })
  }

  #codeDifference(differenceMs: number, situation: number): number {
    const isWhole = this.#values.flag('whole seconds', differenceMs % SECOND_MS === 0)
    const unitMs = isWhole ? SECOND_MS : 1
    const lengths = this.#lengths + (2 * (situation & 1) + (isWhole ? 1 : 0)) * LENGTH_CONTEXTS
    const digits = this.#digits + (isWhole ? DIGIT_CONTEXTS : 0)
    return unitMs * codeNumber(this.#coder, lengths, digits, differenceMs / unitMs)
  }

  #readTime(text: string): SpelledTime | null {
    const known = this.#read.get(text)
    if (known !== undefined) return known
    if (this.#read.size >= REMEMBERED) this.#read.clear()
    const time = readTime(text)
    this.#read.set(text, time)
    return time
  }
}
