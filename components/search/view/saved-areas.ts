import { useQuery } from '@tanstack/react-query'
import { createLoader } from 'nuqs'
import { FILTER_NAMES, NEAREST_FIRST, sortInWords } from '@/components/search/attributes'
import { filtersInWords } from '@/components/search/list/filters'
import {
  type ListedArea,
  LONGEST_AREA_NAME,
  LONGEST_AREA_QUERY,
  type SavedArea,
} from '@/lib/api/contract/desk'
import { placeNamesQuery } from '@/lib/api/queries/names'
import type { NearNames } from '@/lib/api/queries/places'
import { query } from '@/lib/api/queries/query'
import { keyPhrase } from '@/lib/format/key-words'
import type { FormatDistance } from '@/lib/format/position/distance'
import { isolated, safeText } from '@/lib/format/text'
import { formatPosition } from '@/lib/interface/position'
import type { Position } from '@/lib/interface/resources'
import { useHome } from './home'
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

const noAreas: readonly ListedArea[] = []

/** The saved areas of the desk and the operator's own; none until they are loaded. */
export function useSavedAreas(): readonly ListedArea[] {
  return useQuery(query('/api/desk/areas')).data?.data ?? noAreas
}

/**
 * The name of a position: that of the home area or a saved one, the name by which it was chosen,
 * or the address near it; null for none.
 */
export function usePlaceName(position: Position | null, near: NearNames): string | null {
  const areas = useSavedAreas()
  const home = useHome()
  const { data } = useQuery(placeNamesQuery)
  if (!position) return null
  const here = formatPosition(position)
  const saved = areas.find(({ query }) => new URLSearchParams(query).get('position') === here)
  const isHome = formatPosition(home.position) === here
  const name = (isHome ? home.name : null) ?? saved?.name ?? data.get(here)
  if (name) return name
  const address = near.at(position)
  return address === null ? null : safeText(address, LONGEST_AREA_NAME)
}

/** The searched position in words: by name, or in coordinates to about 100 m. */
export function usePlaceInWords({ lat, lng }: Position, near: NearNames): string {
  const name = usePlaceName({ lat, lng }, near)
  return name ?? `${Number(lat.toFixed(3))}, ${Number(lng.toFixed(3))}`
}
