import { FILTER_NAMES, sortInWords } from '@/components/search/attributes'
import { filtersInWords, NO_FILTERS } from '@/components/search/list/filters'
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
  const { radius, type, sort, text } = viewParameters
  const only = read('type', type)
  const order = read('sort', sort)
  const filters = FILTER_NAMES.map((name) => [
    name,
    read<unknown>(name, viewParameters[name]) ?? NO_FILTERS[name],
  ])
  const words = [
    formatDistance(read('radius', radius) ?? DEFAULT_RADIUS_METRES),
    ...(only === null ? [] : [isolated(keyPhrase(only, 40))]),
    ...filtersInWords({ ...NO_FILTERS, ...Object.fromEntries(filters), text: read('text', text) ?? '' }),
    ...(order === null ? [] : [sortInWords(order).toLowerCase()]),
  ]
  return words.join(', ')
}
