'use client'

import { useMemo, useRef } from 'react'
import type { Position } from '@/lib/interface/resources'
import type { LiveArea } from '@/lib/live-client/live-area'
import { distancesFrom, type KnownDistances } from './rows'

/** Metres from a position to each vehicle of an area, by slot; measured again where a record is another. */
export function useDistances(from: Position | null, area: LiveArea | null): Float64Array | null {
  const known = useRef<(KnownDistances & { readonly from: Position }) | null>(null)
  return useMemo(() => {
    if (!from || !area) return null
    const { records } = area
    const distances = distancesFrom(from, records, known.current?.from === from ? known.current : null)
    known.current = { from, records, distances }
    return distances
  }, [from, area])
}
