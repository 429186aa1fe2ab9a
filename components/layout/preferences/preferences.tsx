import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react'
import { type Clock, setClock } from '@/lib/format/locale'
import { distanceFormat, type FormatDistance, type Units } from '@/lib/format/position/distance'
import { formatMoment, formatTime } from '@/lib/format/time/time'
import type { VehicleName } from '@/lib/interface/vehicle-name'

/** Display preferences, in cookies so that the server renders the first page with them. */
export interface Preferences {
  readonly theme: 'system' | 'light' | 'dark'
  /** IANA zone; undefined for the browser's own. */
  readonly zone: string | undefined
  readonly clock: Clock
  /** The name of a vehicle where it has both. */
  readonly name: keyof VehicleName
  /**
   * Kilometres unless chosen: the server, which renders the first page, does not
   * know the browser's region.
   */
  readonly units: Units
}

type PreferencesState = Preferences & { readonly set: (change: Partial<Preferences>) => void }

const Context = createContext<PreferencesState | null>(null)

const YEAR_SECONDS = 31_536_000

export function PreferencesProvider({
  initial,
  children,
}: {
  initial: Preferences
  children: ReactNode
}) {
  const [preferences, setPreferences] = useState(() => {
    setClock(initial.clock)
    return initial
  })
  const set = useCallback((change: Partial<Preferences>) => {
    setPreferences((before) => ({ ...before, ...change }))
    for (const [name, value] of Object.entries(change)) {
      // The Cookie Store API is missing in Firefox before 140 and on plain http.
      // biome-ignore lint/suspicious/noDocumentCookie: the only way there
      document.cookie = `${name}=${encodeURIComponent(value ?? '')}; path=/; max-age=${YEAR_SECONDS}; samesite=strict`
    }
    if (change.clock) setClock(change.clock)
    if (change.theme) document.documentElement.dataset.theme = change.theme
  }, [])
  return <Context value={{ ...preferences, set }}>{children}</Context>
}

export function usePreferences(): PreferencesState {
  const state = useContext(Context)
  if (!state)
    throw new Error('usePreferences() can only be used in a descendant of <PreferencesProvider>')
  return state
}

/** Formats metres in the chosen units. The same function until they change. */
export function useDistance(): FormatDistance {
  return distanceFormat(usePreferences().units)
}

export type MinuteFormat = (epochMs: number, nowMs: number) => string

/**
 * Formats times to the minute, with the day unless today. The same function
 * until a preference changes.
 */
export function useMinuteFormat(): MinuteFormat {
  const { zone, clock } = usePreferences()
  return useMemo(() => {
    // Chosen for all times of the page.
    void clock
    return (epochMs, nowMs) => formatMoment(epochMs, nowMs, zone, 'minute')
  }, [zone, clock])
}

export function useZoneTime(): (text: string | null) => string {
  const { zone } = usePreferences()
  return (text) => (text === null ? '—' : (formatTime(text, zone) ?? text))
}
