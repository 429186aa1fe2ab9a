'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { type AreaSearch, joinPages, vehicleSearchQuery } from '@/lib/queries/vehicle-search'

/** So many pages are loaded without being asked for; "Load more" adds as many again. */
const PAGES_AT_ONCE = 20

/**
 * All of a search area: pages follow each other until the last or until enough are loaded,
 * and are read again at every interval.
 */
export function useArea(search: AreaSearch, intervalMs: number | null) {
  const [allowance, setAllowance] = useState({ search, pages: PAGES_AT_ONCE })
  const pagesAllowed = allowance.search === search ? allowance.pages : PAGES_AT_ONCE
  const query = useInfiniteQuery(vehicleSearchQuery(search, intervalMs))
  const { data, error, hasNextPage, isFetching, fetchNextPage } = query
  const loadedPages = data?.pages.length ?? 0
  const goesOn = hasNextPage && !isFetching && error === null && loadedPages < pagesAllowed

  useEffect(() => {
    if (goesOn) void fetchNextPage()
  }, [goesOn, fetchNextPage])

  return {
    area: useMemo(() => data && joinPages(data), [data]),
    error,
    /** When the last refresh arrived, on this browser's clock. */
    receivedAtMs: query.dataUpdatedAt,
    isFetching,
    isLoadingPages: hasNextPage && loadedPages < pagesAllowed && error === null,
    refresh: () => void query.refetch(),
    /** Null when there is nothing more to load. */
    loadMore:
      hasNextPage && loadedPages >= pagesAllowed
        ? () => setAllowance({ search, pages: loadedPages + PAGES_AT_ONCE })
        : null,
  }
}
