'use client'

import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useSearchParams } from 'next/navigation'
import { useEffect } from 'react'
import { saveMapView } from '@/components/layout/map-view'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { useHydrated } from '@/components/layout/use-hydrated'
import { Skeleton } from '@/components/ui/skeleton'
import type { ServiceState } from '@/lib/api/contract/answers'
import { query } from '@/lib/api/queries/query'
import { loadPageStream } from '@/lib/live/client/load-page-stream'

type PageSettings = Pick<ServiceState, 'pickupMaxAgeMinutes'>

async function loadLiveSearch() {
  const [{ LiveSearch }, { pageStream }] = await Promise.all([
    import('./live-search'),
    loadPageStream(),
  ])
  return (settings: PageSettings) => <LiveSearch {...settings} stream={pageStream} />
}

// In parallel with the settings.
if (typeof window !== 'undefined') void loadLiveSearch().catch(() => undefined)

const loading = <Skeleton label="Loading the map" lines={6} />

// It cannot render before the settings are loaded, so the page hydrates sooner without its code.
const LiveSearch = dynamic(loadLiveSearch, {
  ssr: false,
  loading: () => <div className="p-4">{loading}</div>,
})

export function SearchScreen() {
  const isHydrated = useHydrated()
  const service = useQuery(query('/api/service'))
  if (isHydrated && service.data) {
    return (
      <>
        <SavedView />
        <LiveSearch pickupMaxAgeMinutes={service.data.data.pickupMaxAgeMinutes} />
      </>
    )
  }
  return (
    <div className="p-4">
      {isHydrated && service.error ? (
        <ProblemNotice error={service.error} retry={() => void service.refetch()} />
      ) : (
        loading
      )}
    </div>
  )
}

function SavedView() {
  const address = useSearchParams()
  useEffect(() => saveMapView(new URLSearchParams(address)), [address])
  return null
}
