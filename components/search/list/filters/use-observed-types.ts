import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { AreaCounts } from '@/components/search/list/counts/status-groups'
import { query } from '@/lib/api/queries/query'
import type { ObservedGapName } from '@/lib/interface/gaps'

const none: readonly string[] = []

export function useObservedWords(gap: ObservedGapName): readonly string[] {
  const { data } = useQuery(query('/api/observations'))
  const answers = data?.data.gaps[gap].answers
  return useMemo(
    () => answers?.filter(({ kind }) => kind === 'word').map(({ value }) => value) ?? none,
    [answers],
  )
}

/** Vehicle types observed by the server or on this page: the specification lists only some (§2.6). */
export function useObservedTypes(counts: AreaCounts | null): readonly string[] {
  const words = useObservedWords('vehicle_type')
  // The server publishes only types that look like key words.
  const [here, setHere] = useState(none)
  useEffect(() => {
    if (!counts) return
    setHere((before) => {
      const types = new Set([...before, ...counts.types.map(([type]) => type)])
      return types.size > before.length ? [...types] : before
    })
  }, [counts])
  return useMemo(() => [...new Set([...words, ...here])].sort(), [words, here])
}
