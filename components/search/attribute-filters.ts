import {
  attributes,
  COLUMN_NAMES,
  type ColumnName,
  type FilterName,
  type SortName,
} from '@/components/search/attributes'
import type { LiveVehicle } from '@/lib/api/contract/live'
import { normaliseStatus } from '@/lib/interface/statuses'

/** A wish about a value; null or an empty list asks nothing. */
export type Wanted = readonly string[] | string | number | null

/**
 * A test of a wish; null where nothing is asked. '' asks for vehicles without a value.
 * @param atMs server time of the list, which what lasts is compared with
 */
export function testOf(
  name: FilterName,
  wanted: Wanted,
  atMs = Number.NaN,
): ((vehicle: LiveVehicle) => boolean) | null {
  const { read, filter } = attributes[name]
  if (wanted === null || (typeof wanted === 'object' && wanted.length === 0)) return null
  if (filter === 'anyOf') return anyOfTest(name, typeof wanted === 'object' ? wanted : [wanted])
  const limit = Number(wanted)
  if (filter === 'atLeast') {
    return (vehicle) => {
      const value = read(vehicle)
      return value !== null && (value as number) >= limit
    }
  }
  // Since when at the latest.
  const latest = filter === 'lasting' ? atMs - limit * MINUTE_MS : limit
  return (vehicle) => {
    const value = read(vehicle)
    return value !== null && (value as number) <= latest
  }
}

const MINUTE_MS = 60_000

function anyOfTest(name: FilterName, wanted: readonly (string | number)[]) {
  const { read } = attributes[name]
  const keyOf = name === 'status' ? normaliseStatus : String
  const keys = new Set(wanted.map((key) => keyOf(String(key))))
  return (vehicle: LiveVehicle) => {
    const value = read(vehicle)
    if (value !== null && typeof value === 'object') return value.some((key) => keys.has(key))
    return keys.has(keyOf(String(value ?? '')))
  }
}

export type AskedFacts = ReadonlyMap<ColumnName, Wanted>

/**
 * Facts that rows show whole: those of filters, needs and the order.
 * @param sort null where none is chosen
 */
export function askedFacts(
  wishes: { readonly [N in FilterName]?: Wanted },
  sort: SortName | null = null,
): AskedFacts {
  const asked = new Map<ColumnName, Wanted>()
  for (const name of COLUMN_NAMES) {
    if (attributes[name].column !== 'chosen') continue
    const wanted = (wishes as { readonly [name: string]: Wanted | undefined })[name] ?? null
    const isFiltered =
      attributes[name].filter !== null && testOf(name as FilterName, wanted) !== null
    if (isFiltered || name === sort) asked.set(name, wanted)
  }
  return asked
}
