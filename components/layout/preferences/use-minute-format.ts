import { useMemo } from 'react'
import { minuteFormat } from '@/lib/format/time/time'
import { usePreferences } from './preferences'

export type MinuteFormat = ReturnType<typeof minuteFormat>

/** Formats times to the minute, with the day unless today. The same function until a preference changes. */
export function useMinuteFormat(): MinuteFormat {
  const { zone, clock } = usePreferences()
  return useMemo(() => {
    // Chosen for all times of the page.
    void clock
    return minuteFormat(zone ?? undefined)
  }, [zone, clock])
}
