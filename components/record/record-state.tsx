import type { UseQueryResult } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { formatClock } from '@/lib/format/time/time'

const box = 'bg-surface border-line rounded-lg border p-4'

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

export function ReadAt({
  query: { data, dataUpdatedAt, isFetching, refetch },
}: {
  query: UseQueryResult
}) {
  const { zone } = usePreferences()
  if (!data) return null
  return (
    <div className="flex items-center gap-3">
      <p className="text-muted text-sm">Loaded {formatClock(dataUpdatedAt, zone)}</p>
      <Button isBusy={isFetching} onClick={() => void refetch()}>
        <RefreshCw
          aria-hidden
          className={`size-4 ${isFetching ? 'motion-safe:animate-spin' : ''}`}
        />
        Reload
      </Button>
    </div>
  )
}
