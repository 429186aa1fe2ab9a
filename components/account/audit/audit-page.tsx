'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { Download, RotateCw } from 'lucide-react'
import { parseAsString, useQueryStates } from 'nuqs'
import { ForAdministrators } from '@/components/layout/for-administrators'
import { Page } from '@/components/layout/page'
import { useZoneTime } from '@/components/layout/preferences/preferences'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { Badge } from '@/components/ui/badge'
import { Button, buttonClass } from '@/components/ui/button'
import { type Column, DataTable } from '@/components/ui/data-table'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel } from '@/components/ui/panel'
import { Skeleton } from '@/components/ui/skeleton'
import { addressOf, type DataFrom, get } from '@/lib/api/client/call'
import { isFinal } from '@/lib/api/client/errors'
import { safeText } from '@/lib/format/text'
import {
  AuditFilterForm,
  type AuditFilters,
  auditActions,
  auditOutcomes,
  filterNames,
  inWords,
  OK,
} from './audit-filter-form'

type AuditEntry = DataFrom<'GET /api/audit'>['entries'][number]

// Empty filters are left out of the address; each search is an entry of the history.
const filter = parseAsString.withDefault('').withOptions({ history: 'push' })

const parsers = Object.fromEntries(filterNames.map((name) => [name, filter])) as Record<
  (typeof filterNames)[number],
  typeof filter
>

const paramsOf = (filters: AuditFilters): Partial<AuditFilters> =>
  Object.fromEntries(Object.entries(filters).filter(([, text]) => text !== ''))

export function AuditPage() {
  const [filters, setFilters] = useQueryStates(parsers)
  const show = (next: AuditFilters | null) => void setFilters(next)
  const isFiltered = Object.values(filters).some((text) => text !== '')
  return (
    <Page
      title="Audit log"
      lead="Who did what, when and from where. Contents viewed are not recorded, and entries cannot be changed."
    >
      <ForAdministrators>
        {() => (
          <>
            <AuditFilterForm filters={filters} onFilters={show} />
            <AuditEntries
              key={JSON.stringify(filters)}
              filters={filters}
              onClear={isFiltered ? () => show(null) : undefined}
            />
          </>
        )}
      </ForAdministrators>
    </Page>
  )
}

function AuditEntries({ filters, onClear }: { filters: AuditFilters; onClear?: () => void }) {
  const params = paramsOf(filters)
  const query = useInfiniteQuery({
    queryKey: ['/api/audit', params],
    queryFn: ({ pageParam: before, signal }) =>
      get('/api/audit', { ...params, before }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ data }) => data.nextBefore,
    // Reading it is audited, so that it is never read again by itself.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    refetchInterval: false,
    // Reload only the newest page on return.
    gcTime: 0,
  })
  const { data, error, isFetching, isFetchNextPageError, hasNextPage } = query
  const entries = data?.pages.flatMap((page) => page.data.entries) ?? []
  const retry = () => void (isFetchNextPageError ? query.fetchNextPage() : query.refetch())
  return (
    <Panel
      title="Entries"
      actions={
        <div className="flex flex-wrap gap-2">
          {onClear ? <Button onClick={onClear}>Clear filters</Button> : null}
          <Button icon={RotateCw} isBusy={isFetching} onClick={() => void query.refetch()}>
            Refresh
          </Button>
          <a
            href={addressOf('/api/audit/csv', params)}
            download="kerbside-audit.csv"
            className={buttonClass()}
          >
            <Download aria-hidden className="size-4" />
            CSV
          </a>
        </div>
      }
    >
      <div className="flex flex-col gap-3">
        {entries.length > 0 ? (
          <DataTable columns={columns} rows={entries} keyOf={({ id }) => id} />
        ) : null}
        {data && entries.length === 0 ? (
          <EmptyState title={onClear ? 'No entries match these filters' : 'No entries yet'}>
            {onClear
              ? 'Widen the time range or clear a filter.'
              : 'Sign-ins, opened records, look-ups, exports and changes to operators are recorded here.'}
          </EmptyState>
        ) : null}
        {error ? <ProblemNotice error={error} retry={isFinal(error) ? undefined : retry} /> : null}
        {data === undefined && !error ? <Skeleton label="Loading the audit log" lines={9} /> : null}
        {hasNextPage && !error ? (
          <Button
            isBusy={isFetching}
            onClick={() => void query.fetchNextPage()}
            className="self-center"
          >
            {query.isFetchingNextPage ? 'Loading' : 'Load older'}
          </Button>
        ) : null}
        <p
          role="status"
          className={entries.length > 0 ? 'text-muted text-center text-xs' : 'sr-only'}
        >
          {data
            ? `${entries.length} ${entries.length === 1 ? 'entry' : 'entries'}${hasNextPage ? ' so far' : ''}`
            : ''}
        </p>
      </div>
    </Panel>
  )
}

const columns: readonly Column<AuditEntry>[] = [
  { label: 'Time', className: 'md:whitespace-nowrap', cell: ({ at }) => <Time at={at} /> },
  {
    label: 'Operator',
    cell: ({ operatorEmail }) => <Text value={operatorEmail} className="lg:block lg:min-w-40" />,
  },
  {
    label: 'Action',
    cell: ({ action }) => <span title={action}>{inWords(auditActions, safeText(action))}</span>,
  },
  { label: 'Subject', cell: ({ subject }) => <Text value={subject} /> },
  {
    label: 'Outcome',
    cell({ outcome }) {
      const words = inWords(auditOutcomes, safeText(outcome))
      return outcome === OK ? words : <Badge tone="warning">{words}</Badge>
    },
  },
  {
    label: 'Address',
    cell: ({ address }) => <Text value={address} className="lg:block lg:min-w-20" />,
  },
  {
    label: 'Request',
    className: 'text-xs',
    cell: ({ requestId }) => <Text value={requestId} className="lg:block lg:w-28 xl:w-auto" />,
  },
]

function Time({ at }: { readonly at: string }) {
  const write = useZoneTime()
  return (
    <time dateTime={at} title={at}>
      {write(at)}
    </time>
  )
}

function Text({
  value,
  className = '',
}: {
  readonly value: string | null
  readonly className?: string
}) {
  return (
    <bdi
      className={`min-w-0 [overflow-wrap:anywhere] xl:block xl:max-w-56 xl:[overflow-wrap:break-word] ${className}`}
    >
      {value === null ? '—' : safeText(value)}
    </bdi>
  )
}
