'use client'

import { useSearchParams } from 'next/navigation'
import { usePreferences } from '@/components/layout/preferences'
import { ProblemNotice } from '@/components/layout/problem-notice'
import type { SearchState } from '@/components/search/view/search-state'
import { unreadableParameters } from '@/components/search/view/view-parameters'
import { Notice } from '@/components/ui/notice'
import { safeText } from '@/lib/format/text'
import { formatClock } from '@/lib/format/time'
import type { LiveState } from '@/lib/live-client/live-area'
import { differencesOf } from './echoed-query'

/** What is not as it should be: of the address, of the service, and of what it says it applied. */
export function Warnings({ live, state }: { readonly live: LiveState; readonly state: SearchState }) {
  const { zone } = usePreferences()
  const address = useSearchParams()
  const { area, error } = live
  const query = area?.meta.query
  return (
    <>
      {unreadableParameters(new URLSearchParams(address)).map(({ name, given, allowed }) => (
        <Notice key={name} isQuiet tone="warning" title={`The address says ${name}=${safeText(given, 60)}`}>
          It is left out. Allowed: {allowed}.
        </Notice>
      ))}
      {error ? (
        <ProblemNotice
          error={error}
          retry={live.refresh}
          // With nothing to show it is an alert; else the page's one voice tells it.
          isQuiet={area !== null}
          showing={area ? `showing ${formatClock(area.receivedAtMs, zone ?? undefined)}` : undefined}
        />
      ) : null}
      {(area && query ? differencesOf(query, state.search, area.meta.limit) : []).map(
        ({ name, asked, applied }) => (
          <Notice key={name} isQuiet tone="warning" title={`The service searched another ${name}`}>
            Asked {safeText(asked, 60)}, applied {safeText(applied, 60)}.
          </Notice>
        ),
      )}
    </>
  )
}
