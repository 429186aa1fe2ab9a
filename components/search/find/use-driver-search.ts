import { useState } from 'react'
import { useIsViewer } from '@/components/layout/use-is-viewer'
import { loadedLater } from '@/components/ui/on-demand'
import type { VehicleName } from '@/lib/api/queries/names'
import { mayNameDriver } from '@/lib/format/driver-fit'
import type { LiveArea } from '@/lib/live/client/live-area'
import type { DriverAnswer } from './found-drivers'
import type { Suggestion } from './suggestions'

const loadDrivers = loadedLater(() => import('./found-drivers'))

/** A text that was searched for. */
interface DriverSearch {
  readonly text: string
  /** Null until it is there. */
  readonly answer: DriverAnswer | null
}

/**
 * Vehicles by their drivers. A search is audited: it is made by a choice or by Enter, not by a
 * letter.
 */
export function useDriverSearch(area: LiveArea | null, first: keyof VehicleName) {
  const isViewer = useIsViewer()
  const [asked, setAsked] = useState<DriverSearch | null>(null)
  return {
    mayFind: (text: string) => !isViewer && mayNameDriver(text),
    /** The last search; it may be of another text. */
    asked,
    forget: () => setAsked(null),
    async search(text: string): Promise<void> {
      const search: DriverSearch = { text, answer: null }
      setAsked(search)
      const drivers = await loadDrivers().catch(() => null)
      const answer = drivers && (await drivers.findDrivers(text, area, first))
      setAsked((last) => (last === search && answer ? { text, answer } : last))
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
