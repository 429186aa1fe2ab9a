import { useQuery } from '@tanstack/react-query'
import { query } from '@/lib/api/queries/query'

/** Whether the operator is a viewer, to whom the server refuses bookings. */
export function useIsViewer(): boolean {
  return useQuery(query('/api/me')).data?.data.operator?.role === 'viewer'
}
