'use client'

import { formatTime } from '@/lib/format/time'
import { usePreferences } from './preferences'

/** Writes a time in the zone that is chosen; "—" for none. */
export function useZoneTime(): (text: string | null) => string {
  const { zone } = usePreferences()
  return (text) => (text === null ? '—' : (formatTime(text, zone ?? undefined) ?? text))
}
