'use client'

import dynamic from 'next/dynamic'
import { Skeleton } from '@/components/ui/skeleton'
import type { VehicleMapProps } from './vehicle-map-client'

/** The live map of a search area. Fills its parent. */
export const VehicleMap = dynamic<VehicleMapProps>(
  () => import('./vehicle-map-client').then(({ VehicleMapClient }) => VehicleMapClient),
  { ssr: false, loading: () => <Skeleton label="Loading the map" lines={1} /> },
)
