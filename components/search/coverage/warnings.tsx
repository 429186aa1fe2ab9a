'use client'

import { useSearchParams } from 'next/navigation'
import { usePreferences } from '@/components/layout/preferences'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { useSearchPage } from '@/components/search/search-context'
import { unreadableParameters } from '@/components/search/view/view-parameters'
import { Notice } from '@/components/ui/notice'
import { safeText } from '@/lib/format/text'
import { formatClock } from '@/lib/format/time'
import { differencesOf } from './echoed-query'

/** Unreadable parts of the link, errors, and parameters that the service applied differently. */
export function Warnings() {
  const { state, view } = useSearchPage()
  const { live } = view
  const { zone } = usePreferences()
  const address = useSearchParams()
  const { area, error } = live
  const query = area?.meta.query
  return (
    <>
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
      {error ? (
        <ProblemNotice
          error={error}
          retry={live.refresh}
          // An alert with an empty page; otherwise the live region announces it.
          isQuiet={area !== null}
          showing={area ? formatClock(area.receivedAtMs, zone ?? undefined) : undefined}
        />
      ) : null}
      {(area && query ? differencesOf(query, state.search, area.meta.limit) : []).map(
        ({ name, asked, applied }) => (
          <Notice
            key={name}
            isQuiet
            tone={name === 'limit' ? 'info' : 'warning'}
            title={
              name === 'limit'
                ? `The service returns ${safeText(applied, 60)} vehicles per page, not ${safeText(asked, 60)}`
                : `The service searched another ${name}`
            }
          >
            {name === 'limit'
              ? 'Nothing is missing.'
              : `Requested ${safeText(asked, 60)}, applied ${safeText(applied, 60)}.`}
          </Notice>
        ),
      )}
    </>
  )
}
