import {
  attributes,
  FILTER_NAMES,
  type FilterName,
  type FilterValue,
  type Sort,
  testOf,
  type Wanted,
} from '@/components/search/attributes'
import type { LiveVehicle } from '@/lib/api/contract/live'
import type { VehicleNames } from '@/lib/api/queries/names'
import { escaped, fits, nameFit } from '@/lib/format/name-fit'
import { isolated, safeText } from '@/lib/format/text'
import { distanceFrom } from '@/lib/interface/geometry'
import type { Position } from '@/lib/interface/resources'
import type { LiveArea } from '@/lib/live/client/live-area'
import type { VehicleTable } from '@/lib/vehicles/vehicle-table'

/** Conditions on the loaded vehicles in the list, on the map and on the pick-up board. */
export type Filters = { readonly [N in FilterName]: FilterValue<N> } & {
  /** Part of a name, the id, make, type or a function, in any case; in a name also without its spaces and hyphens. */
  readonly text: string
}

export const NO_FILTERS = {
  ...Object.fromEntries(FILTER_NAMES.map((name) => [name, attributes[name].filter === 'anyOf' ? [] : null])),
  text: '',
} as unknown as Filters

/**
 * Filters compiled for 100,000 vehicles.
 * @param names the fleet's own names, to be found by text as well
 */
export function passes(
  filters: Filters,
  names?: Pick<VehicleNames, 'of'>,
): (vehicle: LiveVehicle) => boolean {
  const tests = FILTER_NAMES.flatMap((name) => testOf(name, filters[name]) ?? [])
  const text = filters.text.trim()
  // Case-insensitive without a lower-case copy of every text.
  const pattern = text === '' ? null : new RegExp(escaped(text), 'iu')
  const nameFits = nameFit(text)
  const isMatch = pattern && remembered((word) => pattern.test(word))
  return (vehicle) => {
    for (const test of tests) if (!test(vehicle)) return false
    if (pattern === null || isMatch === null) return true
    return (
      (names !== undefined && nameFits(names.of(vehicle)) < fits.none) || mentions(vehicle, pattern, isMatch)
    )
  }
}

/** Names of the active filters. */
export function activeFilters(filters: Filters): FilterName[] {
  return FILTER_NAMES.filter((name) => testOf(name, filters[name]) !== null)
}

/** Each active filter or need in words: "at least 4 seats". */
export function filtersInWords(wishes: { readonly [N in FilterName | 'text']?: Wanted }): string[] {
  const words = FILTER_NAMES.flatMap((name) => {
    const wanted = wishes[name] ?? null
    const { filter, label, phrase } = attributes[name]
    if (testOf(name, wanted) === null) return []
    if (filter === 'anyOf')
      return `${name === 'function' ? `${label.toLowerCase()} ` : ''}${[wanted ?? []].flat().map(phrase).join(' or ')}`
    return `at ${filter === 'atLeast' ? 'least' : 'most'} ${phrase(Number(wanted))}`
  })
  const text = String(wishes.text ?? '').trim()
  return text === '' ? words : [...words, `“${isolated(safeText(text, 40))}”`]
}

/** @param isMatch of words that many vehicles share */
function mentions(
  { id, make, type, functions }: LiveVehicle,
  pattern: RegExp,
  isMatch: (word: string) => boolean,
): boolean {
  return (
    pattern.test(id) ||
    (make !== null && isMatch(make)) ||
    (type !== null && isMatch(type)) ||
    (functions?.some(isMatch) ?? false)
  )
}

/** Makes, types and functions are few. */
function remembered(test: (word: string) => boolean): (word: string) => boolean {
  const results = new Map<string, boolean>()
  return (word) => {
    let result = results.get(word)
    if (result === undefined) {
      result = test(word)
      results.set(word, result)
    }
    return result
  }
}

type Columns = Pick<LiveArea, 'table' | 'reportedAtMs' | 'fetchedAtMs'>

/** Slots of the vehicles that pass the filters, in ascending order. */
export function filteredRows(
  records: VehicleTable['records'],
  filters: Filters,
  names?: Pick<VehicleNames, 'of'>,
): Uint32Array {
  const isShown = passes(filters, names)
  const rows = new Uint32Array(records.length)
  let size = 0
  for (let index = 0; index < records.length; index++) {
    const record = records[index]
    if (record && isShown(record)) rows[size++] = index
  }
  return rows.slice(0, size)
}

/** Sorts rows: missing values last in either direction, ties by distance in centimetres, then by id. */
export function sortRows(
  rows: Uint32Array,
  columns: Columns,
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
    .sort((a, b) => difference(keys, a, b) || difference(centimetres, a, b) || (idOf(a) < idOf(b) ? -1 : 1))
}

/** Straight-line metres from a position to each vehicle, by slot; Infinity to one without a position. */
function distancesFrom(centre: Position, records: VehicleTable['records']): Float64Array {
  const distanceTo = distanceFrom(centre)
  return new Float64Array(records.length).map((_, slot) => {
    const position = records[slot]?.position
    return position ? distanceTo(position) : Number.POSITIVE_INFINITY
  })
}

/** Number of vehicles whose record was not read yet, so that their names are unknown. */
export function countUnread(records: VehicleTable['records'], names: Pick<VehicleNames, 'of'>): number {
  let unread = 0
  for (const record of records) {
    if (!record || record.directory) continue
    const { our_ref, licence_plate } = names.of(record)
    if (!our_ref && !licence_plate) unread++
  }
  return unread
}
