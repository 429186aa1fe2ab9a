'use client'

import { useSearchParams } from 'next/navigation'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { useSearchPage } from '@/components/search/search-context'
import { unreadableParameters } from '@/components/search/view/view-parameters'
import { Notice } from '@/components/ui/notice'
import { safeText } from '@/lib/format/text'
import { formatClock } from '@/lib/format/time/time'
import { gapsIn } from './coverage-words'
import { differencesOf } from './echoed-query'
import { RecordingStopped } from './recording-stopped'

/** Faults of the list that the dispatcher has to know: unreadable parts of the link, an error, missing vehicles. */
export function Warnings() {
  const { state, view } = useSearchPage()
  const { live } = view
  const { zone } = usePreferences()
  const address = useSearchParams()
  const { area, error, progress } = live
  const query = area?.meta.query
  const differences = area && query ? differencesOf(query, state.search) : []
  return (
    // Takes no room while it is empty.
    <div className="flex max-h-1/2 shrink-0 flex-col gap-1.5 overflow-y-auto px-3 py-1.5 empty:hidden">
      {unreadableParameters(new URLSearchParams(address)).map(({ name, given, allowed }) => (
        <Notice
          key={name}
          isQuiet
          tone="warning"
          title={`Ignored ${name}=${safeText(given, 60)} from the link`}
        >
          Allowed: {allowed}.
        </Notice>
      ))}
      <RecordingStopped />
      {area && !error && live.connection === 'live' && live.isTakingOver ? (
        <p className="text-warning text-sm">
          Another server is taking over. Showing data from {formatClock(area.receivedAtMs, zone ?? undefined)}
          .
        </p>
      ) : null}
      {error ? (
        <ProblemNotice
          error={error}
          retry={live.refresh}
          // An alert with an empty page; otherwise the live region announces it.
          isQuiet={area !== null}
          isCompact={area !== null}
          showing={area ? formatClock(area.receivedAtMs, zone ?? undefined) : undefined}
        />
      ) : (
        <>
          {differences.map(({ name, asked, applied }) => (
            <Notice key={name} isQuiet tone="warning" title={`The service searched another ${name}`}>
              Requested <bdi>{safeText(asked, 60)}</bdi>, applied <bdi>{safeText(applied, 60)}</bdi>.
            </Notice>
          ))}
          {(area ? gapsIn(area.meta) : []).map((gap) => (
            <p key={gap} className="text-warning text-sm">
              {gap}
            </p>
          ))}
          {progress ? (
            <progress
              aria-label="Vehicles loaded"
              value={progress.about === null ? undefined : progress.loaded}
              max={progress.about ?? undefined}
              className="h-1.5 w-full"
            />
          ) : null}
        </>
      )}
    </div>
  )
}
