'use client'

import { useQuery } from '@tanstack/react-query'
import { meQuery } from '@/lib/api/queries/operators/me'

/** Whether the operator is a viewer, to whom the server refuses bookings. */
export function useIsViewer(): boolean {
  return useQuery(meQuery()).data?.operator?.role === 'viewer'
}
