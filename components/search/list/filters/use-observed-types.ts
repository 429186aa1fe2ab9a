import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { AreaCounts } from '@/components/search/list/counts/status-groups'
import { query } from '@/lib/api/queries/query'
import type { ObservedGapName } from '@/lib/interface/gaps'

const none: readonly string[] = []

/** A new word is rare, and the answer is the longest of a map page. */
const WORDS_STALE_MS = 60_000

/** @param isAsked false: as far as they have been asked for */
export function useObservedWords(gap: ObservedGapName, isAsked: boolean): readonly string[] {
  const { data } = useQuery({
    ...query('/api/observations'),
    enabled: isAsked,
    staleTime: WORDS_STALE_MS,
    refetchInterval: WORDS_STALE_MS,
  })
  const answers = data?.data.gaps[gap].answers
  return useMemo(
    () => answers?.filter(({ kind }) => kind === 'word').map(({ value }) => value) ?? none,
    [answers],
  )
}

/** Asks for the types that the server has observed; called where a field opens that takes them. */
export function useAskForTypes(): () => void {
  const client = useQueryClient()
  return () =>
    void client.prefetchQuery({ ...query('/api/observations'), staleTime: WORDS_STALE_MS })
}

/**
 * Vehicle types observed on this page, and by the server once `useAskForTypes` has asked: the
 * specification lists only some (§2.6).
 */
export function useObservedTypes(counts: AreaCounts | null): readonly string[] {
  const words = useObservedWords('vehicle_type', false)
  // The server publishes only types that look like key words.
  const [here, setHere] = useState(none)
  const isNew = ([type]: readonly [string, number]) => !here.includes(type)
  if (counts?.type.some(isNew)) {
    const types = counts.type.map(([type]) => type)
    setHere([...new Set([...here, ...types])])
  }
  return useMemo(() => [...new Set([...words, ...here])].sort(), [words, here])
}
