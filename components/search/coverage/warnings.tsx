import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { usePanelData } from '@/components/search/page-data'
import { useAddress } from '@/components/search/view/address'
import { unreadableParameters } from '@/components/search/view/view-parameters'
import { Notice } from '@/components/ui/notice'
import type { AreaSearch } from '@/lib/api/contract/live'
import { query } from '@/lib/api/queries/query'
import { failureInWords, unrecordedSince } from '@/lib/format/recording'
import { safeText } from '@/lib/format/text'
import { formatClock, formatMoment } from '@/lib/format/time/time'
import { parsePosition } from '@/lib/interface/position'
import { gapsIn } from './coverage-words'

/**
 * Faults of the list that the dispatcher has to know: unreadable parts of the link,
 * an error, missing vehicles.
 */
export function Warnings() {
  const { search } = useAddress()
  const { live } = usePanelData().view
  const { zone } = usePreferences()
  const address = useSearchParams()
  const { area, error, progress } = live
  const asked = area?.meta.query
  const differences = area && asked ? differencesOf(asked, search) : []
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
          Another server is taking over. Showing data from {formatClock(area.receivedAtMs, zone)}.
        </p>
      ) : null}
      {error ? (
        <ProblemNotice
          error={error}
          retry={live.refresh}
          // An alert with an empty page; otherwise the live region announces it.
          isQuiet={area !== null}
          showing={area ? formatClock(area.receivedAtMs, zone) : undefined}
        />
      ) : (
        <>
          {differences.map(({ name, asked, applied }) => (
            <Notice
              key={name}
              isQuiet
              tone="warning"
              title={`The service used a different ${name}`}
            >
              Requested <bdi>{safeText(asked, 60)}</bdi>, applied <bdi>{safeText(applied, 60)}</bdi>
              .
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

// A service may round the positions that it reports: about a metre.
const SAME_DEGREES = 1e-5

/**
 * An omitted parameter is no difference: the sample shows position, limit and radius only (§2.5).
 */
export function differencesOf(echoed: string, { position, radius, type }: AreaSearch) {
  const applied = new URLSearchParams(echoed.slice(echoed.indexOf('?') + 1))
  const differs = (name: string, asked: string, same: (given: string) => boolean) => {
    const given = applied.get(name)
    return given === null || same(given) ? [] : [{ name, asked, applied: given }]
  }
  // The sample does not show the exact spelling of positions. A smaller
  // limit only means more pages.
  return [
    ...differs('position', `${position.lat},${position.lng}`, (given) => {
      const there = parsePosition(given)
      return (
        there !== null &&
        Math.abs(there.lat - position.lat) <= SAME_DEGREES &&
        Math.abs(there.lng - position.lng) <= SAME_DEGREES
      )
    }),
    ...differs('radius', String(radius), (given) => Number(given) === radius),
    ...differs('type', type ?? '', (given) => given === (type ?? '')),
  ]
}

/**
 * While the store does not take all recordings; the server names it to
 * dispatchers and administrators only.
 */
export function RecordingStopped() {
  const { data, dataUpdatedAt } = useQuery(query('/api/service'))
  const { zone } = usePreferences()
  const failure = data?.data.recordingFailure
  if (!failure) return null
  return (
    <p role="status" className="text-warning text-sm">
      {unrecordedSince(failure)} {formatMoment(failure.sinceMs, dataUpdatedAt, zone)}:{' '}
      {failureInWords(failure)}. The live map is not affected.
    </p>
  )
}
