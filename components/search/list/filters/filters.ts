import { seatsInWords } from '@/components/search/list/shown-vehicles'
import type { LiveVehicle } from '@/lib/contract/live'
import { keyPhrase } from '@/lib/format/key-words'
import { anySpacing, escaped } from '@/lib/format/name-fit'
import { formatNumber } from '@/lib/format/number'
import { statusPhrase } from '@/lib/format/status/status-words'
import { isolated, safeText } from '@/lib/format/text'
import type { VehicleName, VehicleNames } from '@/lib/queries/vehicle-names'

/** Conditions on the loaded vehicles in the list, on the map and on the pick-up board. */
export interface Filters {
  /** Any of these, '' for a missing status. Empty: any status. */
  readonly status: readonly string[]
  /** Any of these. Empty: any type; a single one is searched by the service instead. */
  readonly types: readonly string[]
  /** Any of these. Empty: any functions. */
  readonly function: readonly string[]
  /** At least. */
  readonly seats: number | null
  /** At least, in cubic metres. */
  readonly load: number | null
  /** At most, per kilometre. */
  readonly price: number | null
  /** Part of a name, the id, make, type or a function, in any case; in a name also without its spaces and hyphens. */
  readonly text: string
}

export const NO_FILTERS: Filters = {
  status: [],
  types: [],
  function: [],
  seats: null,
  load: null,
  price: null,
  text: '',
}

/**
 * Filters compiled for 100,000 vehicles. Absent is not zero: a missing value does not pass.
 * @param names the fleet's own names, to be found by text as well
 */
export function passes(
  filters: Filters,
  names?: Pick<VehicleNames, 'of'>,
): (vehicle: LiveVehicle) => boolean {
  const { seats, load, price } = filters
  const statuses = filters.status.length > 0 ? new Set(filters.status) : null
  const types = filters.types.length > 0 ? new Set(filters.types) : null
  const functions = filters.function.length > 0 ? new Set(filters.function) : null
  const text = filters.text.trim()
  // Case-insensitive without a lower-case copy of every text.
  const pattern = text === '' ? null : new RegExp(escaped(text), 'iu')
  const namePattern = text === '' ? null : anySpacing(text)
  const isMatch = pattern && remembered((word) => pattern.test(word))
  return (vehicle) => {
    if (statuses && !statuses.has(vehicle.status ?? '')) return false
    if (types && !types.has(vehicle.type ?? '')) return false
    if (functions && !vehicle.functions?.some((key) => functions.has(key))) return false
    if (seats !== null && !atLeast(vehicle.passengers_max, seats)) return false
    if (load !== null && !atLeast(vehicle.load_m3, load)) return false
    if (price !== null && (vehicle.price_per_km === null || vehicle.price_per_km > price)) return false
    if (pattern === null || namePattern === null || isMatch === null) return true
    return (
      (names !== undefined && isNamed(names.of(vehicle), namePattern)) || mentions(vehicle, pattern, isMatch)
    )
  }
}

/** Each active filter in words: "at least 4 seats". */
export function filtersInWords(filters: Filters): string[] {
  const words: string[] = []
  const either = (texts: readonly string[]) => texts.join(' or ')
  if (filters.status.length > 0)
    words.push(either(filters.status.map((status) => statusPhrase(status || null))))
  if (filters.types.length > 0) words.push(either(filters.types.map(phrase)))
  if (filters.function.length > 0) words.push(`function ${either(filters.function.map(phrase))}`)
  if (filters.seats !== null) words.push(`at least ${seatsInWords(filters.seats)}`)
  if (filters.load !== null) words.push(`at least ${formatNumber(filters.load)} m³`)
  if (filters.price !== null) words.push(`price number at most ${formatNumber(filters.price)} per km`)
  if (filters.text.trim() !== '') words.push(`“${isolated(safeText(filters.text.trim(), 40))}”`)
  return words
}

function phrase(key: string): string {
  return isolated(keyPhrase(key, 40))
}

function atLeast(value: number | null, wanted: number): boolean {
  return value !== null && value >= wanted
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

function isNamed({ our_ref, licence_plate }: VehicleName, pattern: RegExp): boolean {
  return (
    (our_ref !== null && pattern.test(our_ref)) || (licence_plate !== null && pattern.test(licence_plate))
  )
}
