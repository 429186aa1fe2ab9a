import { readOnce } from '@/lib/interface/times'
import { codeNumber, DIGIT_CONTEXTS, LENGTH_CONTEXTS, symbolContexts } from './numbers'
import type { BitCoder, Probabilities } from './range-coder'
import type { Slots } from './slots'
import { readTime, type SpelledTime, spellTime } from './times'
import type { Json, ValueCoder } from './values'

/** As the vehicle before, as long after its last one as that was, other than both, or another spelling. */
const KINDS = { last: 0, again: 1, other: 2, json: 3 }
const KIND_BITS = 2
const SECOND_MS = 1000
const SITUATIONS = 4

/** Times of last reports: the vehicles of a frame share most of them. */
export class TimeCoder {
  readonly #coder: BitCoder
  readonly #values: ValueCoder
  readonly #kind: number
  readonly #lengths: number
  readonly #digits: number
  /** By situation, of the vehicle before. */
  readonly #lastMs = new Float64Array(SITUATIONS)
  readonly #read = readOnce(readTime)

  constructor(coder: BitCoder, probabilities: Probabilities, values: ValueCoder) {
    this.#coder = coder
    this.#values = values
    this.#kind = probabilities.take(SITUATIONS * symbolContexts(KIND_BITS))
    this.#lengths = probabilities.take(SITUATIONS * LENGTH_CONTEXTS)
    this.#digits = probabilities.take(2 * DIGIT_CONTEXTS)
  }

  /**
   * @param situation 0 to 3: vehicles that report alike share one
   * @returns undefined for a time of the same spelling, which the columns have
   */
  code(slots: Slots, at: number, text: Json | undefined, situation: number): Json | undefined {
    const time = typeof text === 'string' ? this.#read(text) : null
    const ms = time === null ? 0 : time.ms
    const lastMs = this.#lastMs[situation & 1]!
    const againMs = slots.times[at]! + slots.habits.steps[at]!
    const isAlike = time !== null && time.spelling === slots.spellings[at]
    const kind = !isAlike
      ? KINDS.json
      : ms === lastMs
        ? KINDS.last
        : ms === againMs
          ? KINDS.again
          : KINDS.other
    const kinds = this.#kind + situation * symbolContexts(KIND_BITS)
    const coded = this.#coder.symbol(kinds, KIND_BITS, kind)
    if (coded === KINDS.json) return this.#codeSpelled(slots, at, text, time, situation)
    const nowMs =
      coded === KINDS.last
        ? lastMs
        : coded === KINDS.again
          ? againMs
          : lastMs + this.#codeDifference(ms - lastMs, situation)
    slots.habits.steps[at] = nowMs - slots.times[at]!
    slots.times[at] = nowMs
    this.#lastMs[situation & 1] = nowMs
    return undefined
  }

  /** A time whose spelling is not yet known. */
  #codeSpelled(
    slots: Slots,
    at: number,
    text: Json | undefined,
    time: SpelledTime | null,
    situation: number,
  ): Json {
    const before = slots.mtimeAt(at)
    const spelling = this.#values.text('spelling', time?.spelling ?? '')
    slots.spellings[at] = spelling
    slots.habits.steps[at] = 0
    slots.times[at] = 0
    if (spelling === '') return this.#values.code('mtime', before, text ?? null)
    const lastMs = this.#lastMs[situation & 1]!
    const ms = lastMs + this.#codeDifference((time?.ms ?? 0) - lastMs, situation)
    slots.times[at] = ms
    this.#lastMs[situation & 1] = ms
    return text ?? spellTime({ ms, spelling })
  }

  #codeDifference(differenceMs: number, situation: number): number {
    const isWhole = this.#values.flag('whole seconds', differenceMs % SECOND_MS === 0)
    const unitMs = isWhole ? SECOND_MS : 1
    const lengths = this.#lengths + (2 * (situation & 1) + (isWhole ? 1 : 0)) * LENGTH_CONTEXTS
    const digits = this.#digits + (isWhole ? DIGIT_CONTEXTS : 0)
    return unitMs * codeNumber(this.#coder, lengths, digits, differenceMs / unitMs)
  }
}
