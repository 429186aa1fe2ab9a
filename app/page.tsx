import { Suspense } from 'react'
import { SearchScreen } from '@/components/search/search-screen'
import { Skeleton } from '@/components/ui/skeleton'

export default function MapPage() {
  return (
    // The search lives in the page's address, which only the browser knows in full.
    <Suspense fallback={<Skeleton label="Loading the map" lines={6} />}>
      <SearchScreen />
    </Suspense>
  )
}
