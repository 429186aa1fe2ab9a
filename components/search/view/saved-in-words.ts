import { filtersInWords, NO_FILTERS } from '@/components/search/list/filters/filters'
import { sortInWords } from '@/components/search/list/sorts'
import { keyPhrase } from '@/lib/format/key-words'
import type { FormatDistance } from '@/lib/format/position/distance'
import { isolated } from '@/lib/format/text'
import { DEFAULT_RADIUS_METRES } from '@/lib/interface/search'
import { viewParameters } from './view-parameters'

/** Describes a saved view: "1 km, taxi, at least 4 seats, nearest first". */
export function savedInWords(query: string, formatDistance: FormatDistance): string {
  const address = new URLSearchParams(query)
  const read = <T>(name: string, { parse }: { readonly parse: (text: string) => T | null }): T | null => {
    const text = address.get(name)
    return text === null ? null : parse(text)
  }
  const { radius, type, sort, status, types, function: functions, seats, load, price, text } = viewParameters
  const only = read('type', type)
  const order = read('sort', sort)
  const words = [
    formatDistance(read('radius', radius) ?? DEFAULT_RADIUS_METRES),
    ...(only === null ? [] : [isolated(keyPhrase(only, 40))]),
    ...filtersInWords({
      status: read('status', status) ?? NO_FILTERS.status,
      types: read('types', types) ?? NO_FILTERS.types,
      function: read('function', functions) ?? NO_FILTERS.function,
      seats: read('seats', seats),
      load: read('load', load),
      price: read('price', price),
      text: read('text', text) ?? '',
    }),
    ...(order === null ? [] : [sortInWords(order).toLowerCase()]),
  ]
  return words.join(', ')
}
