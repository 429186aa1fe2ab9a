'use client'

import type { UseQueryResult } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { isFinal, isKind, isNewError } from '@/lib/api/client/errors'
import { formatClock } from '@/lib/format/time/time'

/**
 * A record that is loading, missing, failed or loaded. A later failure leaves the record on the page, with its time.
 */
export function RecordState<T>({
  query: { data, error: latest, dataUpdatedAt, refetch },
  loading,
  missing,
  isReportedElsewhere = false,
  children,
}: {
  readonly query: UseQueryResult<T>
  readonly loading: ReactNode
  /** Replaces the general notice when the service did not find it. */
  readonly missing?: ReactNode
  /** The page shows the same failure already. */
  readonly isReportedElsewhere?: boolean
  readonly children: (data: T) => ReactNode
}) {
  const { zone } = usePreferences()
  const [error, setError] = useState(latest)
  if (isNewError(latest, error)) setError(latest)
  const mayAnswer = !isFinal(error) || isKind(error, 'not-found') || isKind(error, 'request-refused')
  const retry = mayAnswer ? () => void refetch() : undefined
  if (data) {
    const showing = formatClock(dataUpdatedAt, zone ?? undefined)
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

const box = 'bg-surface border-line rounded-lg border p-4'

/** The outline of a record's panels while it loads. */
export function RecordSkeleton({ label }: { readonly label: string }) {
  return (
    <div className="grid items-start gap-4 md:grid-cols-2">
      <div className={box}>
        <Skeleton label={label} lines={12} />
      </div>
      <div aria-hidden="true" className={`${box} hidden md:block`}>
        <Skeleton label="" lines={8} />
      </div>
    </div>
  )
}

/** When a record was loaded, with a button to reload it. */
export function ReadAt({ query: { data, dataUpdatedAt, isFetching, refetch } }: { query: UseQueryResult }) {
  const { zone } = usePreferences()
  if (!data) return null
  return (
    <div className="flex items-center gap-3">
      <p className="text-muted text-sm">Loaded {formatClock(dataUpdatedAt, zone ?? undefined)}</p>
      <Button aria-disabled={isFetching} onClick={() => void refetch()}>
        <RefreshCw aria-hidden className={`size-4 ${isFetching ? 'motion-safe:animate-spin' : ''}`} />
        Reload
      </Button>
    </div>
  )
}
