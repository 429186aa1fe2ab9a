'use client'

import dynamic from 'next/dynamic'
import { Skeleton } from '@/components/ui/skeleton'
import type { TrailMapProps } from './trail-map-client'

/** A map of a recorded trail, or of a circle. Fills its parent. */
export const TrailMap = dynamic<TrailMapProps>(
  () => import('./trail-map-client').then(({ TrailMapClient }) => TrailMapClient),
  { ssr: false, loading: () => <Skeleton label="Loading the map" lines={1} /> },
)
