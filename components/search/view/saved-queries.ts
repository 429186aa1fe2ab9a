import { createLoader } from 'nuqs'
import { FILTER_NAMES } from '@/components/search/attributes'
import { filtersInWords } from '@/components/search/list/filters'
import { NEAREST_FIRST, sortInWords } from '@/components/search/list/sort'
import { LONGEST_AREA_NAME, LONGEST_AREA_QUERY, type SavedArea } from '@/lib/api/contract/desk'
import { keyPhrase } from '@/lib/format/key-words'
import type { FormatDistance } from '@/lib/format/position/distance'
import { isolated } from '@/lib/format/text'
import { viewParameters } from './view-parameters'

const SAVED: readonly string[] = ['position', 'radius', 'type', 'sort', ...FILTER_NAMES, 'text']

export function queryToSave(address: URLSearchParams): string {
  return new URLSearchParams([...address].filter(([name]) => SAVED.includes(name))).toString()
}

/**
 * Areas that an earlier version kept in this browser.
 * @returns none for null and for text of another format
 */
export function parseAreasOfBrowser(text: string | null): readonly SavedArea[] {
  if (text === null) return []
  try {
    const read: unknown = JSON.parse(text)
    return Array.isArray(read) && read.every(isSavedArea)
      ? read.map(({ name, query }) => ({ name, query }))
      : []
  } catch {
    return []
  }
}

// Without zod, which would be more than half of the page's script before the map.
function isSavedArea(value: unknown): value is SavedArea {
  const { name, query } = (value ?? {}) as Partial<Record<keyof SavedArea, unknown>>
  const isName = typeof name === 'string' && name !== '' && name.length <= LONGEST_AREA_NAME
  return isName && typeof query === 'string' && query.length <= LONGEST_AREA_QUERY
}

const readView = createLoader(viewParameters)

/** Describes a saved view: "1 km, taxi, at least 4 seats, nearest first". */
export function savedInWords(query: string, formatDistance: FormatDistance): string {
  const { radius, type, sort, ...filters } = readView(new URLSearchParams(query))
  const words = [
    formatDistance(radius),
    ...(type === null ? [] : [isolated(keyPhrase(type, 40))]),
    ...filtersInWords(filters),
    ...(sort === NEAREST_FIRST ? [] : [sortInWords(sort).toLowerCase()]),
  ]
  return words.join(', ')
}
