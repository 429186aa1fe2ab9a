import { testOf, type Wanted } from '@/components/search/attribute-filters'
import {
  attributes,
  FILTER_NAMES,
  type FilterName,
  type FilterValues,
  NO_FILTER_VALUES,
} from '@/components/search/attributes'
import type { LiveVehicle } from '@/lib/api/contract/live'
import type { NameSource } from '@/lib/api/queries/names'
import { escaped, fits, nameFit } from '@/lib/format/name-fit'
import { isolated, safeText } from '@/lib/format/text'

export interface Filters extends FilterValues {
  /**
   * Part of a name, the id, make, type or a function, in any case; in a name also
   * without its spaces and hyphens.
   */
  readonly text: string
}

export const NO_FILTERS: Filters = { ...NO_FILTER_VALUES, text: '' }

/**
 * Compiled for 100,000 vehicles.
 * @param names the fleet's own names, to be found by text as well
 * @param atMs server time of the list
 */
export function passes(
  filters: Filters,
  names?: NameSource,
  atMs?: number,
): (vehicle: LiveVehicle) => boolean {
  const tests = FILTER_NAMES.flatMap((name) => testOf(name, filters[name], atMs) ?? [])
  const text = filters.text.trim()
  // Case-insensitive without a lower-case copy of every text.
  const pattern = text === '' ? null : new RegExp(escaped(text), 'iu')
  const nameFits = nameFit(text)
  const isMatch = pattern && remembered((word) => pattern.test(word))
  return (vehicle) => {
    for (const test of tests) if (!test(vehicle)) return false
    if (pattern === null || isMatch === null) return true
    const { id, make, type, functions } = vehicle
    return (
      (names !== undefined && nameFits(names.of(vehicle)) < fits.none) ||
      pattern.test(id) ||
      (make !== null && isMatch(make)) ||
      (type !== null && isMatch(type)) ||
      (functions?.some(isMatch) ?? false)
    )
  }
}

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
    return `at ${filter === 'atMost' ? 'most' : 'least'} ${phrase(Number(wanted))}`
  })
  const text = String(wishes.text ?? '').trim()
  return text === '' ? words : [...words, `“${isolated(safeText(text, 40))}”`]
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
