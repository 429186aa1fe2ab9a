import type { Departure, LiveDelta, LiveMeta, LiveVehicle, VehiclePatch } from '@/lib/contract/live'
import { type ListChanges, ListCoder } from './list-coder'
import { scaleOf } from './positions'
import { type BitCoder, Probabilities, RangeDecoder, RangeEncoder } from './range-coder'
import { isSameJson, type Json, type JsonObject, keysOf, own } from './values'

/** What was streamed beside the vehicles. */
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
  const list = new ListCoder(coder, probabilities)
  list.begin(asJson(base), list.values.integer('scale', scaleOf(records)))
  list.values.code('head', undefined, head as unknown as Json)
  yield* list.code(head.atMs, true, differences(list, asJson(records)))
  return coder.finish()
}

export function* readKey(segment: Uint8Array, base: readonly LiveVehicle[] = []): Steps<KeyFrame> {
  const probabilities = new Probabilities()
  const coder = new RangeDecoder(probabilities)
  const list = new ListCoder(coder, probabilities)
  coder.begin(segment)
  list.begin(asJson(base), list.values.integer('scale', 0))
  const head = list.values.code('head', undefined, undefined) as unknown as FrameHead
  yield* list.code(head.atMs, true)
  return { head, records: recordsOf(list) }
}

/** Writes the frames that follow a key frame; each segment needs those before it. */
export class FrameWriter {
  readonly #coder: RangeEncoder
  readonly #frames: Frames

  constructor(key: KeyFrame) {
    const probabilities = new Probabilities()
    this.#coder = new RangeEncoder(probabilities)
    this.#frames = new Frames(key, this.#coder, probabilities)
  }

  write(head: FrameHead, delta: Pick<LiveDelta, 'upserts' | 'removed'>): Uint8Array {
    this.#frames.code(head as unknown as Json, changesOf(this.#frames.list, delta))
    return this.#coder.finish()
  }
}

export class FrameReader {
  readonly #coder: RangeDecoder
  readonly #frames: Frames

  constructor(key: KeyFrame) {
    const probabilities = new Probabilities()
    this.#coder = new RangeDecoder(probabilities)
    this.#frames = new Frames(key, this.#coder, probabilities)
  }

  read(segment: Uint8Array): RecordedFrame {
    this.#coder.begin(segment)
    return this.#frames.code(undefined)
  }

  /** The list after what was read so far. */
  records(): LiveVehicle[] {
    return recordsOf(this.#frames.list)
  }
}

class Frames {
  readonly list: ListCoder
  #head: Json

  constructor({ head, records }: KeyFrame, coder: BitCoder, probabilities: Probabilities) {
    this.#head = head as unknown as Json
    this.list = new ListCoder(coder, probabilities)
    this.list.begin(asJson(records), scaleOf(records))
  }

  code(given: Json | undefined, changes?: ListChanges): RecordedFrame {
    this.#head = this.list.values.code('head', this.#head, given)
    const head = this.#head as unknown as FrameHead
    return {
      head,
      ...(finish(this.list.code(head.atMs, false, changes)) as unknown as Omit<RecordedFrame, 'head'>),
    }
  }
}

/** Vehicles stay in their slots as far as both lists have the same order; those behind are listed again. */
function differences({ slots, slotOf }: ListCoder, records: readonly JsonObject[]): ListChanges {
  const patches = new Map<number, JsonObject>()
  const stay = new Set<number>()
  let last = -1
  for (const record of records) {
    const at = slotOf.get(record.id as string) ?? -1
    const before = slots[at]?.record
    if (at <= last || !before || keysOf(before).some((key) => own(record, key) === undefined)) break
    last = at
    stay.add(at)
    const changed = keysOf(record).filter((key) => !isSameJson(own(before, key), own(record, key)))
    if (changed.length > 0)
      patches.set(at, Object.fromEntries(changed.map((key) => [key, own(record, key) as Json])))
  }
  const removed = [...slots.keys()].filter((at) => !stay.has(at))
  return { removed, patches, added: records.slice(stay.size) }
}

function changesOf(
  { slotOf }: ListCoder,
  { upserts, removed }: Pick<LiveDelta, 'upserts' | 'removed'>,
): ListChanges {
  const patches = new Map<number, JsonObject>()
  const added = new Map<string, JsonObject>()
  for (const patch of asJson(upserts)) {
    const id = patch.id as string
    const at = slotOf.get(id)
    if (at === undefined) added.set(id, { ...added.get(id), ...patch })
    else patches.set(at, { ...patches.get(at), ...patch })
  }
  const slots = new Set(removed.flatMap((id) => slotOf.get(id) ?? []))
  for (const id of removed) added.delete(id)
  return { removed: [...slots].sort((a, b) => a - b), patches, added: [...added.values()] }
}

/** Runs all steps at once. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

const asJson = (records: readonly object[]) => records as readonly JsonObject[]
const recordsOf = ({ slots }: ListCoder) =>
  slots.flatMap(({ record }) => record ?? []) as unknown as LiveVehicle[]
