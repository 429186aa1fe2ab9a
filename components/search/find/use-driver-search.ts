import { useState } from 'react'
import { useMinuteFormat, usePreferences } from '@/components/layout/preferences/preferences'
import { useIsViewer } from '@/components/layout/use-is-viewer'
import { loadedLater } from '@/components/ui/on-demand'
import { mayNameDriver } from '@/lib/format/driver-fit'
import type { LiveArea } from '@/lib/live/client/live-area'
import type { DriverAnswer } from './found-drivers'
import type { Suggestion } from './suggestions'
import { useNewest } from './use-show-vehicle'

const loadDrivers = loadedLater(() => import('./found-drivers'))

/** The search for the drivers that the typed text may name. */
export type DriverSearch =
  | { readonly kind: 'unasked' }
  | { readonly kind: 'searching' }
  | DriverAnswer

const UNASKED: DriverSearch = { kind: 'unasked' }

/**
 * Vehicles by their drivers. A search is audited: it is made by a choice or by Enter, not by a
 * letter.
 * @param subject another one ends a search
 */
export function useDriverSearch(subject: string, area: LiveArea | null) {
  const isViewer = useIsViewer()
  const { name: first } = usePreferences()
  const minute = useMinuteFormat()
  const begin = useNewest(subject)
  const [state, setState] = useState(UNASKED)
  return {
    state,
    mayFind: (text: string) => !isViewer && mayNameDriver(text),
    /** Ends the search: its answer would be of another text. */
    forget(): void {
      begin()
      setState(UNASKED)
    },
    /** @returns the only suggestion; null for none, for several, and for a search that was ended */
    async search(text: string): Promise<Suggestion | null> {
      const isNewest = begin()
      setState({ kind: 'searching' })
      const timeInWords = (epochMs: number) => minute(epochMs, Date.now())
      const drivers = await loadDrivers().catch(() => null)
      if (drivers === null) {
        if (isNewest()) setState(UNASKED)
        return null
      }
      const answer = await drivers.findDrivers(text, { area, first, timeInWords })
      if (!isNewest()) return null
      setState(answer)
      if (answer.kind !== 'found' || answer.suggestions.length > 1) return null
      return answer.suggestions[0] ?? null
    },
  }
}

/** The suggestion that searches for drivers. */
export function searchDriversSuggestion(text: string): Suggestion {
  return {
    key: 'drivers',
    kind: 'drivers',
    name: `Search drivers and numbers for “${text}”`,
    source: 'Each search is recorded in the audit log',
    text,
    position: null,
  }
}
