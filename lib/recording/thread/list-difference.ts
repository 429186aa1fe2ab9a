import { isDeepStrictEqual } from 'node:util'
import type { LiveVehicle } from '@/lib/contract/live'
import type { ListDifference } from '@/lib/contract/recording-frames'
import type { Slots } from '@/lib/recording/codec/slots'
import { type Json, type JsonObject, own } from '@/lib/recording/codec/values'
import { ColumnCollector } from './column-collector'

const COLUMNS = new Set(['position', 'mtime', 'status', 'statusSince'])

type Difference = Omit<ListDifference, 'base' | 'place' | 'epoch' | 'writtenAt' | 'meta'>

/** Changes that make one list of another; both without empty slots. */
export function listDifference(base: Slots, list: Slots): Difference {
  const columns = new ColumnCollector(list.scale)
  const removed: number[] = []
  /** Where those that stay stand in the list. */
  const places: number[] = []
  const stays = new Uint8Array(list.count)
  let next = 0
  for (let at = 0; at < base.count; at++) {
    const id = base.records[at]!.id as string
    const to = list.records[next]?.id === id ? next : (list.slotOf.get(id) ?? -1)
    if (to < 0 || !compare(columns, base, at, list, to)) removed.push(at)
    else {
      stays[to] = 1
      places.push(to)
      next = to + 1
    }
  }
  const added: LiveVehicle[] = []
  for (let to = 0; to < list.count; to++) {
    if (stays[to] === 1) continue
    places.push(to)
    added.push(list.record(to) as unknown as LiveVehicle)
  }
  return { removed, ...columns.columns, added, order: orderOf(places) }
}

/** @returns false for a vehicle that lacks a field which it had */
function compare(columns: ColumnCollector, base: Slots, at: number, list: Slots, to: number): boolean {
  const before = base.records[at]!
  const record = list.records[to]!
  if (before !== record && !compareFields(columns, before, record, at)) return false
  const isOld = before === record && base.older[at] === 0 && list.older[to] === 0
  if (isOld) return true
  if (list.isPlaced(to)) comparePosition(columns, base, at, list, to)
  else compareField(columns, 'position', base.positionAt(at), own(record, 'position'), at)
  if (list.isTimed(to)) compareTime(columns, base, at, list, to)
  else compareField(columns, 'mtime', base.mtimeAt(at), own(record, 'mtime'), at)
  compareField(columns, 'status', base.statuses[at], list.statuses[to], at)
  compareSince(columns, base, at, list, to)
  return true
}

/** All fields but those that have columns. @returns false where one is gone, or cannot be assigned */
function compareFields(
  columns: ColumnCollector,
  before: JsonObject,
  record: JsonObject,
  at: number,
): boolean {
  let stayed = 0
  for (const key in record) {
    if (key === '__proto__') return false
    const value = record[key]
    const isSame = value === before[key]
    if (isSame || Object.hasOwn(before, key)) stayed++
    if (!isSame && !COLUMNS.has(key)) compareField(columns, key, own(before, key), value, at)
  }
  for (const _ in before) stayed--
  return stayed === 0
}

function compareField(
  columns: ColumnCollector,
  key: string,
  before: Json | undefined,
  value: Json | undefined,
  at: number,
): void {
  if (value !== undefined && before !== value && !isDeepStrictEqual(before, value))
    columns.set(at, key, value)
}

function comparePosition(columns: ColumnCollector, base: Slots, at: number, list: Slots, to: number): void {
  const lat = list.lats[to]!
  const lng = list.lngs[to]!
  const isPlaced = base.scale === list.scale && base.isPlaced(at)
  if (!isPlaced || base.lats[at] !== lat || base.lngs[at] !== lng) columns.move(at, lat, lng)
}

function compareTime(columns: ColumnCollector, base: Slots, at: number, list: Slots, to: number): void {
  const ms = list.times[to]!
  const spelling = list.spellings[to]!
  if (!base.isTimed(at) || base.times[at] !== ms || base.spellings[at] !== spelling)
    columns.report(at, ms, spelling)
}

function compareSince(columns: ColumnCollector, base: Slots, at: number, list: Slots, to: number): void {
  const ms = list.sinces[to]!
  const begun = list.beginnings[to]!
  if (Number.isNaN(ms)) compareField(columns, 'statusSince', base.sinceAt(at), list.sinceAt(to), at)
  else if (base.sinces[at] !== ms || base.beginnings[at] !== begun) columns.since(at, ms, begun)
}

function orderOf(places: readonly number[]): number[] | null {
  if (places.every((place, at) => place === at)) return null
  const order = new Array<number>(places.length)
  for (const [at, place] of places.entries()) order[place] = at
  return order
}
