'use client'

import { formatTime } from '@/lib/format/time/time'
import { usePreferences } from './preferences'

/** Formats a time in the chosen zone; "—" without one. */
export function useZoneTime(): (text: string | null) => string {
  const { zone } = usePreferences()
  return (text) => (text === null ? '—' : (formatTime(text, zone ?? undefined) ?? text))
}
