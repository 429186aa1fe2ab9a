'use client'

import type { UseQueryResult } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { Button } from '@/components/ui/button'
import { formatClock } from '@/lib/format/time/time'

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
