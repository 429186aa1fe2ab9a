import type { Departure, LiveDelta, LiveMeta, LiveVehicle, VehiclePatch } from '@/lib/contract/live'
import type { FrameChanges } from './frame-changes'
import { scaleOf } from './grid'
import { type ListChanges, ListCoder } from './list-coder'
import { type BitCoder, Probabilities, RangeDecoder, RangeEncoder } from './range-coder'
import { Slots } from './slots'
import { isSameJson, type Json, type JsonObject, keysOf, own } from './values'

/** All of a list but its vehicles. */
export interface FrameHead {
  /** Server time; milliseconds since the epoch. */
  readonly atMs: number
  /** Of the area's list. */
  readonly version: string
  readonly meta: LiveMeta
  readonly departures: readonly Departure[]
}

/** A whole list, from which the frames of a chunk go on. */
export interface KeyFrame {
  readonly head: FrameHead
  readonly records: readonly LiveVehicle[]
}

export interface RecordedFrame {
  readonly head: FrameHead
  readonly upserts: readonly VehiclePatch[]
  readonly removed: readonly string[]
}

/** Runs in steps of about a millisecond. */
export type Steps<Result> = Generator<void, Result>

/** @param base a list of before, by its difference to which the key frame is written: it is needed to read it */
export function* writeKey({ head, records }: KeyFrame, base: readonly LiveVehicle[] = []): Steps<Uint8Array> {
  const probabilities = new Probabilities()
  const coder = new RangeEncoder(probabilities)
  const scale = scaleOf(records)
  const list = new ListCoder(coder, probabilities, Slots.of(asJson(base), scale))
  list.values.integer('scale', scale)
  list.values.code('head', undefined, head as unknown as Json)
  yield* list.code(head.atMs, true, differences(list.slots, asJson(records)))
  return coder.finish()
}

/** A key frame as it is read: its list by column. */
export interface ReadKey {
  readonly head: FrameHead
  readonly slots: Slots
}

/** @param base the list that it is a difference to: it is not changed */
export function* readKeySlots(segment: Uint8Array, base: Slots | null): Steps<ReadKey> {
  const probabilities = new Probabilities()
  const coder = new RangeDecoder(probabilities)
  const list = new ListCoder(coder, probabilities, base ?? new Slots(1, 0))
  coder.begin(segment)
  const scale = list.values.integer('scale', 0)
  list.slots = base ? base.begun(scale) : new Slots(scale, 0)
  const head = list.values.code('head', undefined, undefined) as unknown as FrameHead
  yield* list.code(head.atMs, true)
  return { head, slots: list.slots }
}

export function* readKey(segment: Uint8Array, base: readonly LiveVehicle[] = []): Steps<KeyFrame> {
  const of = base.length === 0 ? null : Slots.of(asJson(base), scaleOf(base))
  const { head, slots } = yield* readKeySlots(segment, of)
  return { head, records: slots.list() as unknown as LiveVehicle[] }
}

/** Writes the frames that follow a key frame; each segment needs those before it. */
export class FrameWriter {
  readonly #coder: RangeEncoder
  readonly #frames: Frames

  constructor({ head, records }: KeyFrame) {
    const probabilities = new Probabilities()
    this.#coder = new RangeEncoder(probabilities)
    const slots = Slots.of(asJson(records), scaleOf(records))
    this.#frames = new Frames(head, slots, this.#coder, probabilities)
  }

  /** One frame after the other: the steps of one are finished before the next begins. */
  *steps(head: FrameHead, delta: Pick<LiveDelta, 'upserts' | 'removed'>): Steps<Uint8Array> {
    yield* this.#frames.code(head as unknown as Json, changesOf(this.#frames.list.slots, delta))
    return this.#coder.finish()
  }

  write(head: FrameHead, delta: Pick<LiveDelta, 'upserts' | 'removed'>): Uint8Array {
    return finish(this.steps(head, delta))
  }
}

/** A frame as it is read. */
export interface ReadFrame {
  readonly head: FrameHead
  readonly changes: FrameChanges
}

export class FrameReader {
  readonly #coder: RangeDecoder
  readonly #frames: Frames

  constructor({ head, slots }: ReadKey) {
    const probabilities = new Probabilities()
    this.#coder = new RangeDecoder(probabilities)
    this.#frames = new Frames(head, slots.begun(slots.scale), this.#coder, probabilities)
  }

  static of({ head, records }: KeyFrame): FrameReader {
    return new FrameReader({ head, slots: Slots.of(asJson(records), scaleOf(records)) })
  }

  readChanges(segment: Uint8Array): ReadFrame {
    this.#coder.begin(segment)
    return finish(this.#frames.code(undefined))
  }

  read(segment: Uint8Array): RecordedFrame {
    const ids = this.slots.records.map((record) => record?.id as string)
    const { head, changes } = this.readChanges(segment)
    const removed = changes.removed.map((at) => ids[at]!)
    return { head, upserts: changes.upserts(this.slots) as unknown as VehiclePatch[], removed }
  }

  /** The list after what was read so far, by column; not to be changed. */
  get slots(): Slots {
    return this.#frames.list.slots
  }

  /** The list after what was read so far. */
  records(): LiveVehicle[] {
    return this.slots.list() as unknown as LiveVehicle[]
  }
}

class Frames {
  readonly list: ListCoder
  #head: Json

  constructor(head: FrameHead, slots: Slots, coder: BitCoder, probabilities: Probabilities) {
    this.#head = head as unknown as Json
    this.list = new ListCoder(coder, probabilities, slots)
  }

  *code(given: Json | undefined, changes?: ListChanges): Steps<ReadFrame> {
    this.#head = this.list.values.code('head', this.#head, given)
    const head = this.#head as unknown as FrameHead
    return { head, changes: yield* this.list.code(head.atMs, false, changes) }
  }
}

/** Vehicles stay in their slots as far as both lists have the same order; those behind are listed again. */
function differences(slots: Slots, records: readonly JsonObject[]): ListChanges {
  const patches = new Map<number, JsonObject>()
  const stay = new Set<number>()
  let last = -1
  for (const record of records) {
    const at = slots.slotOf.get(record.id as string) ?? -1
    const before = slots.records[at]
    if (at <= last || !before || keysOf(before).some((key) => own(record, key) === undefined)) break
    last = at
    stay.add(at)
    const changed = keysOf(record).filter((key) => !isSameJson(own(before, key), own(record, key)))
    if (changed.length > 0)
      patches.set(at, Object.fromEntries(changed.map((key) => [key, own(record, key) as Json])))
  }
  const removed = [...slots.records.keys()].filter((at) => !stay.has(at))
  return { removed, patches, added: records.slice(stay.size) }
}

function changesOf(
  { slotOf }: Slots,
  { upserts, removed }: Pick<LiveDelta, 'upserts' | 'removed'>,
): ListChanges {
  const patches = new Map<number, JsonObject>()
  const added = new Map<string, JsonObject>()
  for (const patch of asJson(upserts)) {
    const id = patch.id as string
    const at = slotOf.get(id)
    if (at === undefined) added.set(id, merged(added.get(id), patch))
    else patches.set(at, merged(patches.get(at), patch))
  }
  const slots = new Set(removed.flatMap((id) => slotOf.get(id) ?? []))
  for (const id of removed) added.delete(id)
  return { removed: [...slots].sort((a, b) => a - b), patches, added: [...added.values()] }
}

/** A vehicle that is patched twice is rare. */
const merged = (before: JsonObject | undefined, patch: JsonObject): JsonObject =>
  before ? { ...before, ...patch } : patch

/** Runs all steps at once. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

const asJson = (records: readonly object[]) => records as readonly JsonObject[]
