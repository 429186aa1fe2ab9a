import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '@/lib/api/client/call'

/** Filters of `GET /api/audit`. Times are ISO 8601 with offset; an empty text is no filter. */
export const AUDIT_FILTERS = ['operator', 'action', 'subject', 'outcome', 'from', 'to'] as const

export type AuditFilters = Readonly<Record<(typeof AUDIT_FILTERS)[number], string>>

/**
 * Pages of the audit log, newest first. Reading it is audited, so that it is never re-read automatically.
 */
export function auditQuery(filters: AuditFilters) {
  return infiniteQueryOptions({
    queryKey: ['audit', filters],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/audit', `/api/audit${auditSearch(filters, pageParam)}`, undefined, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ nextBefore }) => nextBefore,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    refetchInterval: false,
    // Reload only the newest page on return.
    gcTime: 0,
  })
}

/** URL of all matching entries as CSV. */
export function auditCsvHref(filters: AuditFilters): string {
  return `/api/audit/csv${auditSearch(filters, null)}`
}

function auditSearch(filters: AuditFilters, before: number | null): string {
  const search = new URLSearchParams(
    AUDIT_FILTERS.flatMap((name) => (filters[name] ? [[name, filters[name]]] : [])),
  )
  if (before !== null) search.set('before', String(before))
  return search.size === 0 ? '' : `?${search}`
}
