'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { Download, RotateCw } from 'lucide-react'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { Button, buttonClass } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { Panel } from '@/components/ui/panel'
import { Skeleton } from '@/components/ui/skeleton'
import { isFinal } from '@/lib/api/errors'
import { type AuditFilters, auditCsvHref, auditQuery } from '@/lib/queries/operators/audit'
import { AuditTable } from './audit-table'

/** Filtered entries, a page at a time, and all of them as CSV. */
export function AuditEntries({
  filters,
  onClear,
}: {
  readonly filters: AuditFilters
  /** Absent without filters. */
  readonly onClear?: () => void
}) {
  const query = useInfiniteQuery(auditQuery(filters))
  const { data, error, isFetching, isFetchNextPageError, hasNextPage } = query
  const entries = data?.pages.flatMap((page) => page.entries) ?? []
  const retry = () => void (isFetchNextPageError ? query.fetchNextPage() : query.refetch())
  return (
    <Panel
      title="Entries"
      actions={
        <div className="flex flex-wrap gap-2">
          {onClear ? <Button onClick={onClear}>Clear filters</Button> : null}
          <Button aria-disabled={isFetching} onClick={() => !isFetching && void query.refetch()}>
            <RotateCw aria-hidden className="size-4" />
            Refresh
          </Button>
          <a href={auditCsvHref(filters)} download="kerbside-audit.csv" className={buttonClass()}>
            <Download aria-hidden className="size-4" />
            CSV
          </a>
        </div>
      }
    >
      <div className="flex flex-col gap-3">
        {entries.length > 0 ? <AuditTable entries={entries} /> : null}
        {data && entries.length === 0 ? (
          <Notice title={onClear ? 'No entries match these filters' : 'No entries yet'}>
            {onClear
              ? 'Widen the time range or clear a filter.'
              : 'Sign-ins, opened records, look-ups, exports and changes to operators are recorded here.'}
          </Notice>
        ) : null}
        {error ? <ProblemNotice error={error} retry={isFinal(error) ? undefined : retry} /> : null}
        {data === undefined && !error ? <Skeleton label="Loading the audit log" lines={9} /> : null}
        {hasNextPage && !error ? (
          <Button
            aria-disabled={isFetching}
            onClick={() => !isFetching && void query.fetchNextPage()}
            className="self-center"
          >
            {query.isFetchingNextPage ? 'Loading' : 'Load older'}
          </Button>
        ) : null}
        <p role="status" className={entries.length > 0 ? 'text-muted text-center text-xs' : 'sr-only'}>
          {data
            ? `${entries.length} ${entries.length === 1 ? 'entry' : 'entries'}${hasNextPage ? ' so far' : ''}`
            : ''}
        </p>
      </div>
    </Panel>
  )
}
