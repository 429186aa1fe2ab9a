import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { formatPosition } from '@/lib/interface/position'
import type { Position } from '@/lib/interface/resources'

/** Oldest names are dropped beyond this many. */
const MOST = 50

const none: ReadonlyMap<string, string> = new Map()

/** Names of the positions that were chosen by name, by `lat,lng`; in memory only, until sign-out. */
export function placeNamesQuery() {
  return queryOptions({
    queryKey: ['place-names'],
    queryFn: () => none,
    initialData: none,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    enabled: false,
  })
}

/** Keeps the name under which a position was chosen: the page's address holds the position alone. */
export function keepPlaceName(client: QueryClient, position: Position, name: string): void {
  const { queryKey, gcTime } = placeNamesQuery()
  client.setQueryDefaults(queryKey, { gcTime })
  client.setQueryData(queryKey, (before = none) => {
    const names = new Map(before)
    names.delete(formatPosition(position))
    return new Map([...names, [formatPosition(position), name] as const].slice(-MOST))
  })
}
