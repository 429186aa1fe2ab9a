import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from '@/components/layout/link'
import { askedFacts } from '@/components/search/attribute-filters'
import { isWholeArea } from '@/components/search/coverage/coverage-words'
import { ListHeader } from '@/components/search/list/counts/list-header'
import { sortInWords } from '@/components/search/list/sort'
import { usePageState } from '@/components/search/page'
import { usePanelData } from '@/components/search/page-data'
import { useAddress, useAddressActions } from '@/components/search/view/address'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { onDemand } from '@/components/ui/on-demand'
import { Skeleton } from '@/components/ui/skeleton'
import { query } from '@/lib/api/queries/query'
import { lookupHref } from '@/lib/format/links'
import { counted, formatCount } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'
import type { LiveArea } from '@/lib/live/client/live-area'
import { filtersInWords } from './filters'
import { countUnread, sortRows } from './rows'
import { VehicleList } from './vehicle-list'

const DepartedList = onDemand(
  () => import('@/components/search/list/departed/departed-list'),
  'DepartedList',
)
const FilterPanel = onDemand(
  () => import('@/components/search/list/filters/filter-panel'),
  'FilterPanel',
)
const EmptyArea = onDemand(() => import('./empty-area'), 'EmptyArea')

export function VehiclesPanel() {
  const { view } = usePanelData()
  const { live, rows } = view
  const { search, sort, filters } = useAddress()
  const { clearFilters } = useAddressActions()
  const isFilterPanelOpen = usePageState((state) => state.isFilterPanelOpen)
  const { area } = live
  const isWhole = live.progress === null && area !== null && isWholeArea(area.meta)
  const isEmpty = isWhole && area.table.size === 0
  const sorted = useMemo(
    () => (area ? sortRows(rows, area, search.position, sort) : rows),
    [rows, area, search.position, sort],
  )
  const words = filtersInWords(filters)
  const asked = askedFacts(filters, sort.by)
  const text = safeText(filters.text.trim(), 40)
  const lookup = lookupHref(filters.text.trim())
  return (
    <>
      {isFilterPanelOpen ? <FilterPanel /> : null}
      {area && area.table.size > 0 ? <ListHeader /> : null}
      {area ? <UnconfirmedNote area={area} /> : null}
      {area && !live.replay ? <CallSignsNote area={area} /> : null}
      {area && words.length > 0 && area.table.size > 0 ? (
        <div className="flex items-center gap-2 px-3 pb-1.5 text-sm">
          <p className="min-w-0 flex-1 truncate">
            <strong className="font-semibold">{formatCount(rows.length)}</strong> of{' '}
            {formatCount(area.table.size)} shown
            <span className="text-muted" title={words.join(', ')}>
              : {words.join(', ')}
            </span>
          </p>
          <Button onClick={() => void clearFilters()}>Clear filters</Button>
        </div>
      ) : null}
      {area || live.error ? null : <NoListYet isLoading={live.replay?.isLoading ?? true} />}
      {isEmpty && live.replay ? (
        <Notice
          isQuiet
          className="mx-3 my-2"
          title="No vehicles were in this area at this moment"
        />
      ) : null}
      {isEmpty && !live.replay ? <EmptyArea /> : null}
      {area && area.table.size > 0 && rows.length === 0 ? (
        <Notice
          isQuiet
          className="mx-3 my-2"
          title={`No vehicles match ${words.join(', ')}`}
          action={
            lookup ? <Link href={lookup} button="secondary">{`Look up ${text}`}</Link> : undefined
          }
        >
          Vehicles that don’t report a value are hidden by its filter.
        </Notice>
      ) : null}
      {area && rows.length > 0 ? (
        <VehicleList
          label={`Vehicles, ${sortInWords(sort).toLowerCase()}`}
          area={area}
          rows={sorted}
          asked={asked}
          order={JSON.stringify([sort, filters])}
        />
      ) : (
        <div className="flex-1" />
      )}
      {view.departed.length > 0 ? <DepartedList /> : null}
    </>
  )
}

function UnconfirmedNote({ area }: { readonly area: LiveArea }) {
  const { unconfirmed } = area
  if (unconfirmed === 0) return null
  return (
    <p
      className="text-warning truncate px-3 pb-1.5 text-xs"
      title="Missing from the service’s latest lists, but possibly by mistake. Kept for ten minutes at most."
    >
      {formatCount(unconfirmed)} of {counted(area.table.size, 'vehicle')} not confirmed
    </p>
  )
}

/**
 * While call signs are read, a search by text may miss vehicles; where they are not, it says so.
 */
function CallSignsNote({ area }: { readonly area: LiveArea }) {
  const { view } = usePanelData()
  const { filters } = useAddress()
  const isFinding = filters.text.trim() !== ''
  const unread = useMemo(
    () => countUnread(area.table.records, view.names),
    [area.table.records, view.names],
  )
  const isRead = useQuery(query('/api/service')).data?.data.readsCallSigns ?? true
  if (unread === 0 || !(isRead || isFinding)) return null
  const { size } = area.table
  return (
    <p className="text-muted truncate px-3 pb-1.5 text-xs max-md:group-data-[size=half]/sheet:hidden [@media(max-height:40rem)]:hidden print:hidden">
      {isRead
        ? `Call signs known for ${formatCount(size - unread)} of ${counted(size, 'vehicle')}`
        : 'Call signs not loaded'}
    </p>
  )
}

function NoListYet({ isLoading }: { readonly isLoading: boolean }) {
  if (!isLoading)
    return <Notice isQuiet className="mx-3 my-2" title="Nothing was recorded at this moment" />
  return (
    <div className="p-3">
      <Skeleton label="Loading vehicles" lines={6} />
    </div>
  )
}
