'use client'

import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { counted } from '@/lib/format/number'
import { type ArrivedList, arrivedBookingsQuery } from '@/lib/queries/bookings/arrived-bookings'
import { arrivedRecord } from './arrived-record'

/** Bookings that arrived, as records of the list, live while it is enabled. */
export function useArrivals(enabled: boolean) {
  const query = useQuery({ ...arrivedBookingsQuery(), enabled })
  const entries = query.data?.entries
  const records = useMemo(() => entries?.map(arrivedRecord) ?? [], [entries])
  return { query, records }
}

/** Arrivals and changes are announced together, this often at most. */
const ANNOUNCED_EVERY_MS = 15_000

/** "3 bookings arrived, 2 changed", since the last announcement. */
export function useAnnouncedArrivals(list: ArrivedList | undefined): string {
  const [text, setText] = useState('')
  const newest = useRef(list)
  useEffect(() => {
    newest.current = list
  }, [list])
  useEffect(() => {
    let before: Counts | undefined = newest.current
    const timer = setInterval(() => {
      const now = newest.current
      if (before && now) setText(arrivalsInWords(before, now))
      before = now
    }, ANNOUNCED_EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return text
}

type Counts = Pick<ArrivedList, 'cameCount' | 'changedCount'>

export function arrivalsInWords(before: Counts, now: Counts): string {
  const came = now.cameCount - before.cameCount
  const changed = now.changedCount - before.changedCount
  return [
    came > 0 ? `${counted(came, 'booking')} arrived` : '',
    changed > 0 ? `${came > 0 ? changed : counted(changed, 'booking')} changed` : '',
  ]
    .filter(Boolean)
    .join(', ')
}
