import type { SortedArea } from '@/components/search/attribute'
import { attributes } from '@/components/search/attributes'
import type { Sort } from '@/components/search/list/sort'
import type { NameSource } from '@/lib/api/queries/names'
import { distanceFrom } from '@/lib/interface/geometry'
import type { Position } from '@/lib/interface/resources'
import type { VehicleTable } from '@/lib/vehicles/vehicle-table'
import { type Filters, passes } from './filters'

/** Slots of the vehicles that pass the filters, in ascending order. */
export function filteredRows(
  records: VehicleTable['records'],
  filters: Filters,
  names?: NameSource,
  atMs?: number,
): Uint32Array {
  const isShown = passes(filters, names, atMs)
  const rows = new Uint32Array(records.length)
  let size = 0
  for (let index = 0; index < records.length; index++) {
    const record = records[index]
    if (record && isShown(record)) rows[size++] = index
  }
  return rows.slice(0, size)
}

/**
 * Sorts rows: missing values last in either direction, ties by distance in centimetres, then by id.
 */
export function sortRows(
  rows: Uint32Array,
  columns: SortedArea,
  from: Position,
  { by, descending }: Sort,
): Uint32Array {
  const { records } = columns.table
  const centimetres = distancesFrom(from, records).map((metres) => Math.round(metres * 100))
  const orderOf = attributes[by].order(columns)
  const sign = descending ? -1 : 1
  const keys = centimetres.map((distance, slot) => {
    const key = sign * (by === 'distance' ? distance : orderOf(slot))
    return Number.isFinite(key) ? key : Number.POSITIVE_INFINITY
  })
  const difference = (values: Float64Array, a: number, b: number) =>
    (values[a] as number) - (values[b] as number)
  const idOf = (slot: number) => records[slot]?.id ?? ''
  // Between two missing values the difference is NaN, as good as none.
  return rows
    .slice()
    .sort(
      (a, b) =>
        difference(keys, a, b) || difference(centimetres, a, b) || (idOf(a) < idOf(b) ? -1 : 1),
    )
}

/**
 * Straight-line metres from a position to each vehicle, by slot; Infinity
 * to one without a position.
 */
function distancesFrom(centre: Position, records: VehicleTable['records']): Float64Array {
  const distanceTo = distanceFrom(centre)
  return new Float64Array(records.length).map((_, slot) => {
    const position = records[slot]?.position
    return position ? distanceTo(position) : Number.POSITIVE_INFINITY
  })
}

export function countUnread(records: VehicleTable['records'], names: NameSource): number {
  let unread = 0
  for (const record of records) {
    if (!record || record.directory) continue
    const { our_ref, licence_plate } = names.of(record)
    if (!our_ref && !licence_plate) unread++
  }
  return unread
}
