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
    return (
      <>
        {laterFailure()}
        {children(data)}
      </>
    )
  }
  if (!error) return loading
  const isMissing = isKind(error, 'not-found')
  if (isReportedElsewhere && !isMissing)
    return <p className="text-muted text-sm">Nothing to show yet.</p>
  if (isMissing && missing !== undefined) return missing
  return <ProblemNotice error={error} retry={retry} />

  function laterFailure(): ReactNode {
    if (!error) return null
    const showing = formatClock(dataUpdatedAt, zone)
    if (isReportedElsewhere)
      return <p className="text-warning text-sm font-semibold">Last known, from {showing}</p>
    return <ProblemNotice error={error} retry={retry} showing={showing} />
  }
}
