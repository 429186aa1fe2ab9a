import { ChangeColumns } from './change-columns'
import { FieldCoder, hasMoreFields } from './field-coder'
import { FrameChanges } from './frame-changes'
import { MOVE, type MoveKind, PositionCoder } from './positions'
import type { BitCoder, Probabilities } from './range-coder'
import { MOVED, REPORTED, type Slots } from './slots'
import { TimeCoder } from './time-coder'
import { spellTime } from './times'
import { assign, type Json, type JsonObject, keysOf, own, ValueCoder } from './values'

/** From one list to the next, by slot: the order of slots is that of the list. */
export interface ListChanges {
  /** Ascending. */
  readonly removed: readonly number[]
  readonly patches: ReadonlyMap<number, JsonObject>
  readonly added: readonly JsonObject[]
}

const NO_CHANGES: ListChanges = { removed: [], patches: new Map(), added: [] }
/** Most that is told apart, of frames: how long it moves, how old its report is, how often it reports. */
const FRAMES = 16
const FRAME_MS = 5000
/** Of about a millisecond. */
const SLOTS_PER_STEP = 1000
const NEW_PER_STEP = 50

/** Codes one list after the other, each by its difference to the one before. */
export class ListCoder {
  readonly values: ValueCoder
  slots: Slots
  readonly #coder: BitCoder
  readonly #positions: PositionCoder
  readonly #times: TimeCoder
  readonly #fields: FieldCoder
  readonly #changed: number
  readonly #moved: number
  readonly #reported: number
  readonly #more: number
  readonly #columns = new ChangeColumns()

  constructor(coder: BitCoder, probabilities: Probabilities, slots: Slots) {
    this.#coder = coder
    this.slots = slots
    this.values = new ValueCoder(coder, probabilities)
    this.#positions = new PositionCoder(coder, probabilities)
    this.#times = new TimeCoder(coder, probabilities, this.values)
    this.#fields = new FieldCoder(coder, probabilities, this.values)
    this.#changed = probabilities.take(2 * 2 * FRAMES ** 3)
    this.#moved = probabilities.take(2 * 2 * FRAMES ** 2)
    this.#reported = probabilities.take(2 * 2 * FRAMES)
    this.#more = probabilities.take(2 * 2 * 2 * FRAMES)
  }

  /**
   * @param isLeap the list before is not the one of the last frame, but a much older one
   * @param given left out by a decoder
   */
  *code(atMs: number, isLeap: boolean, given = NO_CHANGES): Generator<void, FrameChanges> {
    this.#fields.beginFrame(atMs)
    const changes = new FrameChanges(this.#columns.begin())
    changes.removed = this.#codeRemoved(given.removed)
    const known = this.slots.count
    for (let from = 0; from < known; from += SLOTS_PER_STEP) {
      if (from > 0) yield
      const to = Math.min(known, from + SLOTS_PER_STEP)
      this.#codeSlots(from, to, atMs, isLeap ? 1 : 0, given.patches, changes)
    }
    const count = this.values.integer('new', given.added.length)
    for (let n = 0; n < count; n++) {
      if (n % NEW_PER_STEP === NEW_PER_STEP - 1) yield
      changes.added.push(this.#codeNew(given.added[n] ?? {}))
    }
    return changes
  }

  #codeRemoved(removed: readonly number[]): number[] {
    const count = this.values.integer('removed', removed.length)
    let at = -1
    return Array.from({ length: count }, (_, n) => {
      at += this.values.integer('removed slot', (removed[n] ?? 0) - at)
      this.slots.remove(at)
      return at
    })
  }

  #codeSlots(
    from: number,
    to: number,
    atMs: number,
    leap: number,
    patches: ListChanges['patches'],
    changes: FrameChanges,
  ): void {
    const { records } = this.slots
    const hasPatches = patches.size > 0
    for (let at = from; at < to; at++) {
      const record = records[at]!
      if (record !== null)
        this.#codeSlot(at, record, atMs, leap, hasPatches ? patches.get(at) : undefined, changes)
    }
  }

  #codeSlot(
    at: number,
    record: JsonObject,
    atMs: number,
    leap: number,
    patch: JsonObject | undefined,
    changes: FrameChanges,
  ): void {
    const { slots } = this
    const { habits } = slots
    const moves = habits.moves[at]!
    const run = habits.runs[at]!
    const age = frames(atMs - slots.times[at]!)
    const habit = ((2 * leap + moves) * FRAMES + run) * FRAMES + age
    const often = habit * FRAMES + frames(habits.steps[at]!)
    const isChanged = this.#coder.bit(this.#changed + often, patch ? 1 : 0)
    const moved =
      isChanged === 1 ? this.#coder.bit(this.#moved + habit, patch?.position === undefined ? 0 : 1) : 0
    if (leap === 0) {
      habits.runs[at] = moved === moves ? Math.min(FRAMES - 1, run + 1) : 0
      habits.moves[at] = moved
    }
    if (isChanged === 0) return
    let kinds = 0
    let others: JsonObject | null = null
    if (moved === 1) {
      const kind = leap === 1 ? MOVE.leap : moves === 0 ? MOVE.start : run === 0 ? MOVE.second : MOVE.next
      const position = this.#codePosition(at, patch?.position, kind)
      if (position === undefined && record.position !== undefined) kinds |= MOVED
      else others = { position: position === undefined ? this.#placed(at) : position }
    }
    const reported = this.#reported + (2 * leap + moved) * FRAMES + age
    if (this.#coder.bit(reported, patch?.mtime === undefined ? 0 : 1) === 1) {
      const mtime = this.#times.code(slots, at, patch?.mtime, 2 * leap + moved)
      if (mtime === undefined && record.mtime !== undefined) kinds |= REPORTED
      else others = { ...others, mtime: mtime === undefined ? this.#spelled(at) : mtime }
    }
    const more = this.#more + ((2 * leap + moves) * 2 + moved) * FRAMES + run
    if (this.#coder.bit(more, patch && hasMoreFields(patch) ? 1 : 0) === 1) {
      const changed = this.#fields.codeChanged(slots, at, patch ?? {})
      others = others === null ? changed : { ...others, ...changed }
    }
    if (others !== null) slots.patch(at, others)
    slots.older[at]! |= kinds
    changes.add(slots, at, kinds, others)
  }

  /** @returns undefined for one that the columns have */
  #codePosition(at: number, position: Json | undefined, kind: MoveKind): Json | undefined {
    if (this.#positions.code(this.slots, at, position, kind)) return undefined
    return this.values.code('position', this.slots.positionAt(at), position ?? null)
  }

  #placed(at: number): Json {
    const { scale, lats, lngs } = this.slots
    return { lat: lats[at]! / scale, lng: lngs[at]! / scale }
  }

  #spelled(at: number): Json {
    return spellTime({ ms: this.slots.times[at]!, spelling: this.slots.spellings[at]! })
  }

  #codeNew(record: JsonObject): JsonObject {
    const keys = this.values.keys('vehicle', this.#coder.isReading ? [] : keysOf(record))
    const at = this.slots.add(null)
    const coded: Record<string, Json> = {}
    for (const key of keys) assign(coded, key, this.#codeNewField(at, key, own(record, key)))
    this.slots.settle(at, coded)
    return coded
  }

  #codeNewField(at: number, key: string, value: Json | undefined): Json {
    if (key === 'mtime') {
      const mtime = this.#times.code(this.slots, at, value, 0)
      return mtime === undefined ? this.#spelled(at) : mtime
    }
    if (key !== 'position') return this.#fields.code(key, undefined, value, this.slots.times[at]!)
    const position = this.#codePosition(at, value, MOVE.first)
    return position === undefined ? this.#placed(at) : position
  }
}

function frames(ms: number): number {
  return ms < FRAME_MS ? 0 : ms >= FRAMES * FRAME_MS ? FRAMES - 1 : Math.floor(ms / FRAME_MS)
}
