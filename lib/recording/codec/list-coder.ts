import { FieldCoder, hasMoreFields } from './field-coder'
import { type MoveKind, PositionCoder, placeOnGrid, startOfWay, type Way } from './positions'
import type { BitCoder, Probabilities } from './range-coder'
import { type Reports, reportsOf, TimeCoder } from './time-coder'
import { type Json, type JsonObject, keysOf, own, ValueCoder } from './values'

/** A vehicle's place in the list: what was streamed of it last, and what helps to guess what follows. */
interface Slot extends Way, Reports {
  /** Null once it is gone. */
  record: JsonObject | null
  /** 1 while it moves. */
  moves: number
  /** Frames since it last began or ceased to move. */
  run: number
}

/** From one list to the next, by slot: the order of slots is that of the list. */
export interface ListChanges {
  /** Ascending. */
  readonly removed: readonly number[]
  readonly patches: ReadonlyMap<number, JsonObject>
  readonly added: readonly JsonObject[]
}

export interface CodedChanges {
  readonly upserts: readonly JsonObject[]
  readonly removed: readonly string[]
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
  readonly slots: Slot[] = []
  readonly slotOf = new Map<string, number>()
  #scale = 1
  readonly #coder: BitCoder
  readonly #positions: PositionCoder
  readonly #times: TimeCoder
  readonly #fields: FieldCoder
  readonly #changed: number
  readonly #moved: number
  readonly #reported: number
  readonly #more: number

  constructor(coder: BitCoder, probabilities: Probabilities) {
    this.#coder = coder
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
   * @param changes left out by a decoder
   */
  *code(atMs: number, isLeap: boolean, changes = NO_CHANGES): Generator<void, CodedChanges> {
    this.#fields.beginFrame(atMs)
    const removed = this.#codeRemoved(changes.removed)
    const upserts: JsonObject[] = []
    for (const [at, slot] of this.slots.entries()) {
      if (at % SLOTS_PER_STEP === SLOTS_PER_STEP - 1) yield
      const patch =
        slot.record && this.#codeSlot(slot, slot.record, atMs, isLeap ? 1 : 0, changes.patches.get(at))
      if (patch) upserts.push(patch)
    }
    const count = this.values.integer('new', changes.added.length)
    for (let at = 0; at < count; at++) {
      if (at % NEW_PER_STEP === NEW_PER_STEP - 1) yield
      upserts.push(this.#codeNew(changes.added[at] ?? {}))
    }
    return { upserts, removed }
  }

  /** @param scale steps of a degree */
  begin(records: readonly JsonObject[], scale: number): void {
    this.#scale = scale
    for (const record of records) {
      const slot: Slot = {
        record: withoutGaps(record),
        moves: 0,
        run: 0,
        ...startOfWay(),
        ...reportsOf(record.mtime),
      }
      placeOnGrid(slot, record.position, scale)
      this.slotOf.set(record.id as string, this.slots.length)
      this.slots.push(slot)
    }
  }

  #codeRemoved(removed: readonly number[]): string[] {
    const count = this.values.integer('removed', removed.length)
    let at = -1
    return Array.from({ length: count }, (_, n) => {
      at += this.values.integer('removed slot', (removed[n] ?? 0) - at)
      const slot = this.slots[at]!
      const id = slot.record!.id as string
      slot.record = null
      this.slotOf.delete(id)
      return id
    })
  }

  #codeSlot(
    slot: Slot,
    record: JsonObject,
    atMs: number,
    leap: number,
    patch: JsonObject | undefined,
  ): JsonObject | null {
    const { moves, run } = slot
    const age = frames(atMs - slot.timeMs)
    const habit = ((2 * leap + moves) * FRAMES + run) * FRAMES + age
    const isChanged = this.#coder.bit(this.#changed + habit * FRAMES + frames(slot.stepMs), patch ? 1 : 0)
    const moved = isChanged && this.#coder.bit(this.#moved + habit, patch?.position === undefined ? 0 : 1)
    if (leap === 0) {
      slot.run = moved === moves ? Math.min(FRAMES - 1, run + 1) : 0
      slot.moves = moved
    }
    if (isChanged === 0) return null
    const changes: { id: Json; position?: Json; mtime?: Json } = { id: record.id ?? null }
    const kind = leap === 1 ? 'leap' : moves === 0 ? 'start' : run === 0 ? 'second' : 'next'
    if (moved === 1) changes.position = this.#codePosition(slot, record.position, patch?.position, kind)
    const reported = this.#reported + (2 * leap + moved) * FRAMES + age
    if (this.#coder.bit(reported, patch?.mtime === undefined ? 0 : 1) === 1)
      changes.mtime = this.#times.code(slot, record.mtime, patch?.mtime, 2 * leap + moved)
    const more = this.#more + ((2 * leap + moves) * 2 + moved) * FRAMES + run
    const hasMore = this.#coder.bit(more, patch && hasMoreFields(patch) ? 1 : 0) === 1
    const all = hasMore
      ? { ...changes, ...this.#fields.codeChanged(record, patch ?? {}, slot.timeMs) }
      : (changes as JsonObject)
    slot.record = { ...record, ...all }
    return all
  }

  #codePosition(slot: Slot, before: Json | undefined, position: Json | undefined, kind: MoveKind): Json {
    const onGrid = this.#positions.code(slot, position, this.#scale, kind)
    return onGrid ? { ...onGrid } : this.values.code('position', before, position ?? null)
  }

  #codeNew(record: JsonObject): JsonObject {
    const slot: Slot = { record: null, moves: 0, run: 0, ...startOfWay(), ...reportsOf(null) }
    const keys = this.values.keys('vehicle', keysOf(record))
    const coded = Object.fromEntries(
      keys.map((key) => [key, this.#codeNewField(slot, key, own(record, key))]),
    )
    slot.record = coded
    this.slotOf.set(coded.id as string, this.slots.length)
    this.slots.push(slot)
    return coded
  }

  #codeNewField(slot: Slot, key: string, value: Json | undefined): Json {
    if (key === 'mtime') return this.#times.code(slot, undefined, value, 0)
    if (key !== 'position') return this.#fields.code(key, undefined, value, slot.timeMs)
    const onGrid = this.#positions.code(slot, value, this.#scale, 'first')
    return onGrid ? { ...onGrid } : this.values.code('position', undefined, value ?? null)
  }
}

/** Fields of the value undefined are not streamed. */
function withoutGaps(record: JsonObject): JsonObject {
  const keys = keysOf(record)
  if (keys.length === Object.keys(record).length) return record
  return Object.fromEntries(keys.map((key) => [key, record[key] as Json]))
}

function frames(ms: number): number {
  return Math.min(FRAMES - 1, Math.max(0, Math.floor(ms / FRAME_MS)))
}
