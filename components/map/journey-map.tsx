'use client'

import dynamic from 'next/dynamic'
import { Skeleton } from '@/components/ui/skeleton'
import type { JourneyMapProps } from './journey-map-client'

/** A map of many journeys. Fills its parent. */
export const JourneyMap = dynamic<JourneyMapProps>(
  () => import('./journey-map-client').then(({ JourneyMapClient }) => JourneyMapClient),
  { ssr: false, loading: () => <Skeleton label="Loading the map" lines={1} /> },
)
