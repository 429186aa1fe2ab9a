import { useQuery } from '@tanstack/react-query'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { RecordedAreasLink } from '@/components/search/view/recorded-areas-link'
import { query } from '@/lib/api/queries/query'
import { failureInWords, isAll, unrecordedSince } from '@/lib/format/recording'
import { formatMoment } from '@/lib/format/time/time'

/** While the store does not take all recordings; the server names it to dispatchers and administrators only. */
export function RecordingStopped() {
  const { data, dataUpdatedAt } = useQuery(query('/api/service'))
  const zone = usePreferences().zone ?? undefined
  const failure = data?.data.recordingFailure
  if (!failure) return null
  return (
    <p role="status" className="text-warning text-sm">
      {unrecordedSince(failure)} {formatMoment(failure.sinceMs, dataUpdatedAt, zone)}:{' '}
      {failureInWords(failure)}. The live map goes on.
      {isAll(failure) ? null : (
        <>
          {' '}
          See which under <RecordedAreasLink />.
        </>
      )}
    </p>
  )
}
