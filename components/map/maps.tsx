import dynamic from 'next/dynamic'
import { Skeleton } from '@/components/ui/skeleton'

// Leaflet needs a window: maps are loaded in the browser only. Each fills its parent.
const loading = () => <Skeleton label="Loading the map" lines={1} />

export const VehicleMap = dynamic(() => import('./vehicle-map').then((part) => part.VehicleMap), {
  ssr: false,
  loading,
})

export const JourneyMap = dynamic(() => import('./journey-map').then((part) => part.JourneyMap), {
  ssr: false,
  loading,
})

/** A small map of some points, and of the ways between them. */
export const PointMap = dynamic(() => import('./point-map').then((part) => part.PointMap), {
  ssr: false,
  loading,
})
