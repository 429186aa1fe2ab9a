import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { AreaSearch } from '@/lib/api/contract/live'
import type { RecordingTimeline } from '@/lib/api/contract/recording'
import { query } from '@/lib/api/queries/query'
import { areaKey, areaRecordedAt, isRecordedAt } from '@/lib/format/replay-links'
import type { LiveState } from '@/lib/live/client/live-area'
import type { ReplayPlayer } from '@/lib/live/client/replay/replay-player'
import { awaitsBeginning, beginningAfter } from '@/lib/live/client/replay/timeline'

interface ReplayedCircle {
  readonly search: AreaSearch
  /** Of the address. */
  readonly atMs: number
  readonly live: LiveState
  readonly player: ReplayPlayer | null
  readonly timeline: RecordingTimeline | null
  /** Shows another circle at the same moment. */
  readonly onCircle: (circle: AreaSearch, atMs: number) => void
}

/**
 * Where a replay's circle was not recorded at its moment: shows a recorded one that holds its
 * middle, or else the first list of a recording that began shortly after.
 */
export function useRecordedCircle(replayed: ReplayedCircle): void {
  useCircleOfMoment(replayed)
  useBeginning(replayed)
}

function useCircleOfMoment({ search, live, onCircle }: ReplayedCircle): void {
  const client = useQueryClient()
  const { area, error, replay } = live
  const atMs = replay?.atMs ?? null
  const isStill = replay !== null && !replay.isLoading && !replay.isPlaying
  const isMissing = isStill && area === null && error === null
  const show = useEffectEvent(onCircle)

  useEffect(() => {
    if (!isMissing || atMs === null) return
    let isCurrent = true
    void findOtherCircle(client, search, atMs).then((circle) => {
      if (circle && isCurrent) show(circle, atMs)
    })
    return () => {
      isCurrent = false
    }
  }, [client, isMissing, atMs, search])
}

/** A replay of an area that was just opened begins with its first list, once that is known. */
function useBeginning({ search, atMs, player, timeline, onCircle }: ReplayedCircle): void {
  const client = useQueryClient()
  const begunPlayer = useRef<ReplayPlayer | null>(null)

  const begin = useEffectEvent(async () => {
    if (!timeline || !player || begunPlayer.current === player) return
    if (awaitsBeginning(timeline, atMs)) return
    begunPlayer.current = player
    const firstMs = beginningAfter(timeline, atMs)
    if (firstMs === null) return
    // The page's own stream records its circle from now on: one that was recorded at the moment
    // itself comes first.
    const circle = await findOtherCircle(client, search, atMs)
    if (begunPlayer.current !== player) return
    if (circle) onCircle(circle, atMs)
    else player.seek(firstMs)
  })
  useEffect(() => {
    if (timeline && player) void begin()
  }, [timeline, player])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the player before is stopped
  useEffect(
    () => () => {
      begunPlayer.current = null
    },
    [player],
  )
}

/**
 * Another circle that was recorded at a moment and holds the middle of this one; null where this
 * one was recorded itself, and where recorded circles cannot be read.
 */
async function findOtherCircle(
  client: QueryClient,
  search: AreaSearch,
  atMs: number,
): Promise<AreaSearch | null> {
  const areas = await client.fetchQuery({ ...query('/api/recording/areas'), staleTime: 0 }).then(
    ({ data }) => data.areas,
    () => [],
  )
  const key = areaKey(search)
  const recordedNow = areas.find((area) => areaKey(area.search) === key)
  // A part of this circle that cannot be read is no reason to leave it.
  if (recordedNow && isRecordedAt(recordedNow, atMs)) return null
  return areaRecordedAt(areas, search.position, atMs)
}
