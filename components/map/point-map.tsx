'use client'

import dynamic from 'next/dynamic'
import { Skeleton } from '@/components/ui/skeleton'
import type { PointMapProps } from './point-map-client'

/** A small map of one or a few positions, such as a vehicle or a journey's ends. Fills its parent. */
export const PointMap = dynamic<PointMapProps>(
  () => import('./point-map-client').then(({ PointMapClient }) => PointMapClient),
  { ssr: false, loading: () => <Skeleton label="Loading the map" lines={1} /> },
)
