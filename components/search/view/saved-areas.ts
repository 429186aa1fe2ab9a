import { useQuery } from '@tanstack/react-query'
import { createLoader } from 'nuqs'
import { useMemo } from 'react'
import { storageKeys, useStored } from '@/components/layout/storage'
import { FILTER_NAMES, NEAREST_FIRST, sortInWords } from '@/components/search/attributes'
import { filtersInWords } from '@/components/search/list/filters'
import { placeNamesQuery } from '@/lib/api/queries/names'
import type { NearNames } from '@/lib/api/queries/places'
import { keyPhrase } from '@/lib/format/key-words'
import type { FormatDistance } from '@/lib/format/position/distance'
import { isolated, safeText } from '@/lib/format/text'
import { formatPosition } from '@/lib/interface/position'
import type { Position } from '@/lib/interface/resources'
import { viewParameters } from './view-parameters'

export interface SavedArea {
  readonly name: string
  /** The page's address without `?`: position, radius, type, filters and sort. */
  readonly query: string
}

export const LONGEST_NAME = 60

const SAVED: readonly string[] = ['position', 'radius', 'type', 'sort', ...FILTER_NAMES, 'text']

const LONGEST_QUERY = 8_000

export function queryToSave(address: URLSearchParams): string {
  return new URLSearchParams([...address].filter(([name]) => SAVED.includes(name))).toString()
}

/** @param text as stored. @returns no areas for null and for text of another format */
export function parseSavedAreas(text: string | null): readonly SavedArea[] {
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
  const isName = typeof name === 'string' && name !== '' && name.length <= LONGEST_NAME
  return isName && typeof query === 'string' && query.length <= LONGEST_QUERY
}

/** The list with one more; an area of the same name is replaced. */
export function addArea(areas: readonly SavedArea[], area: SavedArea): SavedArea[] {
  return [...areas.filter(({ name }) => name !== area.name), area].sort((a, b) =>
    a.name.localeCompare(b.name, 'en-GB', { numeric: true }),
  )
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

/** The saved areas of this browser. `set` returns false when the browser refuses to store them. */
export function useSavedAreas() {
  const [text, set] = useStored(storageKeys.savedAreas)
  return {
    areas: useMemo(() => parseSavedAreas(text), [text]),
    set: (areas: readonly SavedArea[]) => set(JSON.stringify(areas)),
  }
}

/**
 * The name of a position: its saved area, the name by which it was chosen, or the
 * address near it; null for none.
 */
export function usePlaceName(position: Position | null, near: NearNames): string | null {
  const { areas } = useSavedAreas()
  const { data } = useQuery(placeNamesQuery)
  if (!position) return null
  const here = formatPosition(position)
  const saved = areas.find(({ query }) => new URLSearchParams(query).get('position') === here)
  const name = saved?.name ?? data.get(here)
  if (name) return name
  const address = near.at(position)
  return address === null ? null : safeText(address, LONGEST_NAME)
}

/** The searched position in words: by name, or in coordinates to about 100 m. */
export function usePlaceInWords({ lat, lng }: Position, near: NearNames): string {
  const name = usePlaceName({ lat, lng }, near)
  return name ?? `${Number(lat.toFixed(3))}, ${Number(lng.toFixed(3))}`
}
