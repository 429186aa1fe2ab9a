'use client'

import { useQuery } from '@tanstack/react-query'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { useHydrated } from '@/components/layout/use-hydrated'
import { Skeleton } from '@/components/ui/skeleton'
import { serviceQuery } from '@/lib/queries/service'
import { LiveSearch } from './live-search'

/** The map page: where the map starts and whose tiles it shows is the server's to say. */
export function SearchScreen() {
  const isHydrated = useHydrated()
  const service = useQuery(serviceQuery())
  if (isHydrated && service.data) return <LiveSearch settings={service.data.data.map} />
  return (
    <div className="p-4">
      {isHydrated && service.error ? (
        <ProblemNotice error={service.error} retry={() => void service.refetch()} />
      ) : (
        <Skeleton label="Loading the map" lines={6} />
      )}
    </div>
  )
}
