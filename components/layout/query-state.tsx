import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { isFinal, isKind, isNewError } from '@/lib/api/client/errors'
import { formatClock } from '@/lib/format/time/time'
import { usePreferences } from './preferences/preferences'
import { ProblemNotice } from './problem-notice'

/**
 * Answer of a query: loading, missing, failed or loaded. A later failure leaves it
 * on the page, with its time.
 */
export function QueryState<T>({
  query: { data, error: latest, dataUpdatedAt, refetch },
  loading,
  missing,
  isReportedElsewhere = false,
  children,
}: {
  readonly query: UseQueryResult<T>
  readonly loading: ReactNode
  readonly missing?: ReactNode
  /** The page shows the same failure already. */
  readonly isReportedElsewhere?: boolean
  readonly children: (data: T) => ReactNode
}) {
  const { zone } = usePreferences()
  const [error, setError] = useState(latest)
  if (isNewError(latest, error)) setError(latest)
  const mayAnswer =
    !isFinal(error) || isKind(error, 'not-found') || isKind(error, 'request-refused')
  const retry = mayAnswer ? () => void refetch() : undefined
  if (data) {
    const showing = formatClock(dataUpdatedAt, zone)
    return (
      <>
        {error && isReportedElsewhere ? (
          <p className="text-warning text-sm font-medium">Last known, from {showing}</p>
        ) : error ? (
          <ProblemNotice error={error} retry={retry} showing={showing} />
        ) : null}
        {children(data)}
      </>
    )
  }
  if (error && isReportedElsewhere && !isKind(error, 'not-found')) {
    return <p className="text-muted text-sm">Nothing known yet.</p>
  }
  if (error) {
    return isKind(error, 'not-found') && missing !== undefined ? (
      missing
    ) : (
      <ProblemNotice error={error} retry={retry} />
    )
  }
  return loading
}
