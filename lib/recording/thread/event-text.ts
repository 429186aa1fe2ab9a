import type { LiveVehicle } from '@/lib/contract/live'
import type { ListChanges, ListDifference } from '@/lib/contract/recording-frames'
import { epochOf, partId } from '@/lib/live/streaming/version'
import type { FrameHead } from '@/lib/recording/codec/chunk'
import { MOVED, REPORTED, type Slots } from '@/lib/recording/codec/slots'
import { spellTime } from '@/lib/recording/codec/times'
import type { JsonObject } from '@/lib/recording/codec/values'
import type { PlacedList } from './answered-lists'
import { ColumnCollector } from './column-collector'
import type { DecodedChunk } from './decoded-chunk'
import { listDifference } from './list-difference'

/** As in a live stream. */
const VEHICLES_PER_PART = 1000
/** UTF-16 units take three bytes at most. */
const BYTES_PER_UNIT = 3
/** Text of the fields that lists share: all but those in columns. */
const sharedTexts = new WeakMap<JsonObject, Uint8Array>()

/** A list as a `difference` to another one. */
export function differenceBytes(
  base: PlacedList,
  { place, list }: PlacedList,
  { atMs, version, meta }: FrameHead,
): Uint8Array {
  const shared = { base: base.place, place, epoch: epochOf(version), writtenAt: atMs, meta }
  const data = { ...shared, ...listDifference(base.list, list) } satisfies ListDifference
  return Buffer.from(`event: difference\ndata: ${JSON.stringify(data)}\n\n`)
}

/** A list as its `changes`. @param isNumbered the client knows the numbers of the vehicles, which are the chunk's slots */
export function changesBytes(chunk: DecodedChunk, number: number, isNumbered: boolean): Uint8Array {
  const { head, changes, before } = chunk.frame(number)
  const { atMs, version, meta, departures } = head
  const ids = isNumbered
    ? null
    : chunk.list(number - 1).records.map((record) => (record?.id ?? null) as string | null)
  const slots = chunk.list(number)
  const columns = new ColumnCollector(slots.scale)
  changes.forEachChanged(slots, columns)
  const [epoch, epochBefore] = [epochOf(version), epochOf(before)]
  const data = {
    ...{
      epoch,
      ...(epoch !== epochBefore && { after: epochBefore }),
      writtenAt: atMs,
      meta,
      departures,
      ids,
    },
    ...{ removed: changes.removed, ...columns.columns, added: changes.added as unknown as LiveVehicle[] },
  } satisfies ListChanges
  return Buffer.from(`event: changes\nid: ${version}\ndata: ${JSON.stringify(data)}\n\n`)
}

/** A list as the parts of a `snapshot`. */
export function snapshotBytes(slots: Slots, { atMs, version, meta }: FrameHead, place: string): Uint8Array {
  const out = new Bytes(600 * slots.count + 1000)
  const times = new Times()
  const count = slots.records.reduce((sum, record) => sum + (record ? 1 : 0), 0)
  const parts = Math.max(1, Math.ceil(count / VEHICLES_PER_PART))
  const shared = JSON.stringify({ epoch: epochOf(version), parts, meta, writtenAt: atMs, place }).slice(0, -1)
  let at = 0
  for (let part = 0; part < parts; part++) {
    const id = partId(version, part, parts)
    out.addText(`event: snapshot\nid: ${id}\ndata: ${shared},"part":${part},"vehicles":[`)
    for (let n = 0; n < VEHICLES_PER_PART && at < slots.count; at++) {
      const record = slots.records[at]!
      if (record === null) continue
      if (n++ > 0) out.addText(',')
      out.add(sharedTextOf(record))
      out.addText(restOf(slots, at, record, times))
    }
    out.addText(']}\n\n')
  }
  return out.take()
}

function restOf(slots: Slots, at: number, record: JsonObject, times: Times): string {
  const older = slots.older[at]!
  let text = ''
  if (record.position !== undefined)
    text =
      (older & MOVED) === 0
        ? `,"position":${JSON.stringify(record.position)}`
        : `,"position":{"lat":${slots.lats[at]! / slots.scale},"lng":${slots.lngs[at]! / slots.scale}}`
  if (record.status !== undefined) text += `,"status":${JSON.stringify(slots.statuses[at])}`
  if (record.statusSince !== undefined) text += `,"statusSince":${JSON.stringify(slots.sinceAt(at))}`
  if (record.mtime === undefined) return `${text}}`
  const mtime =
    (older & REPORTED) === 0
      ? JSON.stringify(record.mtime)
      : times.spell(slots.times[at]!, slots.spellings[at]!)
  return `${text},"mtime":${mtime}}`
}

/** As JSON: the vehicles of a list share most of their times. */
class Times {
  readonly #known = new Map<string, Map<number, string>>()

  spell(ms: number, spelling: string): string {
    const times = this.#known.get(spelling) ?? new Map<number, string>()
    this.#known.set(spelling, times)
    const known = times.get(ms)
    if (known !== undefined) return known
    const text = JSON.stringify(spellTime({ ms, spelling }))
    times.set(ms, text)
    return text
  }
}

class Bytes {
  #bytes: Buffer
  #length = 0

  constructor(capacity: number) {
    this.#bytes = Buffer.allocUnsafeSlow(capacity)
  }

  add(bytes: Uint8Array): void {
    this.#reserve(bytes.length)
    this.#bytes.set(bytes, this.#length)
    this.#length += bytes.length
  }

  addText(text: string): void {
    this.#reserve(BYTES_PER_UNIT * text.length)
    this.#length += this.#bytes.write(text, this.#length)
  }

  take(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return
    const grown = Buffer.allocUnsafeSlow(2 * this.#bytes.length + more)
    this.#bytes.copy(grown, 0, 0, this.#length)
    this.#bytes = grown
  }
}

function sharedTextOf(record: JsonObject): Uint8Array {
  const known = sharedTexts.get(record)
  if (known !== undefined) return known
  const { position: _position, mtime: _mtime, status: _status, statusSince: _since, ...rest } = record
  const bytes = Buffer.from(JSON.stringify(rest).slice(0, -1))
  sharedTexts.set(record, bytes)
  return bytes
}
