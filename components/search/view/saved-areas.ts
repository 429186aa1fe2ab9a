import { useQuery } from '@tanstack/react-query'
import { type ListedArea, LONGEST_AREA_NAME } from '@/lib/api/contract/desk'
import { placeNamesQuery } from '@/lib/api/queries/names'
import type { NearNames } from '@/lib/api/queries/places'
import { query } from '@/lib/api/queries/query'
import { safeText } from '@/lib/format/text'
import { formatPosition } from '@/lib/interface/position'
import type { Position } from '@/lib/interface/resources'
import { useHome } from './home'

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
