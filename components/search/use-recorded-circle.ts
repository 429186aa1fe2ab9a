import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { SearchState } from '@/components/search/view/search-state'
import type { ListedArea } from '@/lib/api/contract/recording'
import { query } from '@/lib/api/queries/query'
import { areaKey, areaRecordedAt, isRecordedAt } from '@/lib/format/replay-links'
import type { LiveState } from '@/lib/live/client/live-area'

/**
 * Where a replay's circle was not recorded at its moment: shows a recorded
 * one that holds its middle.
 */
export function useRecordedCircle(
  { search, showRecorded }: SearchState,
  { area, error, replay }: Pick<LiveState, 'area' | 'error' | 'replay'>,
): void {
  const client = useQueryClient()
  const atMs = replay?.atMs ?? null
  const isStill = replay !== null && !replay.isLoading && !replay.isPlaying
  const isMissing = isStill && area === null && error === null

  const showFrom = useEffectEvent((areas: readonly ListedArea[]) => {
    if (atMs === null) return
    const own = areas.find((one) => areaKey(one.search) === areaKey(search))
    // A part of this circle that cannot be read is no reason to leave it.
    if (own && isRecordedAt(own, atMs)) return
    const circle = areaRecordedAt(areas, search.position, atMs)
    if (circle) void showRecorded(circle, atMs)
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again for another moment or circle
  useEffect(() => {
    if (!isMissing) return
    let isCurrent = true
    // The notice that nothing was recorded stays where they cannot be read.
    client.fetchQuery({ ...query('/api/recording/areas'), staleTime: 0 }).then(
      ({ data }) => isCurrent && showFrom(data.areas),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [client, isMissing, atMs, search])
}
