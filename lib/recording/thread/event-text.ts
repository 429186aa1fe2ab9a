import { epochOf, partId } from '@/lib/live/streaming/version'
import type { FrameHead } from '@/lib/recording/codec/chunk'
import { MOVED, type Slots } from '@/lib/recording/codec/slots'
import type { JsonObject } from '@/lib/recording/codec/values'

/** As in a live stream. */
const VEHICLES_PER_PART = 1000
/** Records without position and time, which most lists share. */
const beginnings = new WeakMap<JsonObject, string>()

/** A list as the parts of a `snapshot`. */
export function snapshotText(slots: Slots, { atMs, version, meta }: FrameHead): string {
  const vehicles: string[] = []
  for (let at = 0; at < slots.count; at++) if (slots.records[at]) vehicles.push(vehicleText(slots, at))
  const parts = Math.max(1, Math.ceil(vehicles.length / VEHICLES_PER_PART))
  const shared = JSON.stringify({ epoch: epochOf(version), parts, meta, writtenAt: atMs }).slice(0, -1)
  let text = ''
  for (let part = 0; part < parts; part++) {
    const some = vehicles.slice(part * VEHICLES_PER_PART, (part + 1) * VEHICLES_PER_PART)
    const id = partId(version, part, parts)
    text += `event: snapshot\nid: ${id}\ndata: ${shared},"part":${part},"vehicles":[${some.join(',')}]}\n\n`
  }
  return text
}

function vehicleText(slots: Slots, at: number): string {
  const record = slots.records[at]!
  let text = beginningOf(record)
  if (record.position !== undefined) {
    text += ',"position":'
    text +=
      (slots.older[at]! & MOVED) === 0
        ? JSON.stringify(record.position)
        : `{"lat":${slots.lats[at]! / slots.scale},"lng":${slots.lngs[at]! / slots.scale}}`
  }
  if (record.mtime !== undefined) text += `,"mtime":${JSON.stringify(slots.mtimeAt(at))}`
  return `${text}}`
}

function beginningOf(record: JsonObject): string {
  const known = beginnings.get(record)
  if (known !== undefined) return known
  const { position: _position, mtime: _mtime, ...rest } = record
  const text = JSON.stringify(rest).slice(0, -1)
  beginnings.set(record, text)
  return text
}
