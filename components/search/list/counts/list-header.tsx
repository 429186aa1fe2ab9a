'use client'

import { Columns3, FileDown } from 'lucide-react'
import { useState } from 'react'
import { StatusMark } from '@/components/map/status-mark'
import { ColumnsDialog } from '@/components/search/list/columns/columns-dialog'
import { csvName, vehiclesCsv } from '@/components/search/list/columns/vehicles-csv'
import { useSearchPage } from '@/components/search/search-context'
import { IconButton } from '@/components/ui/button'
import { downloadText } from '@/components/ui/download'
import { formatCompact, formatCount } from '@/lib/format/number'
import { statusPhrase } from '@/lib/format/status-words'
import type { LiveArea } from '@/lib/live-client/live-area'
import type { StatusGroup } from './status-groups'

const LOW = 'shrink-0 md:pointer-fine:min-h-6 md:pointer-fine:min-w-7'

/** Above the list: how many vehicles of each status, the choice of columns and the rows as a file. */
export function ListHeader({ area, rows }: { readonly area: LiveArea; readonly rows: Uint32Array }) {
  const { state, view } = useSearchPage()
  const [isChoosing, setIsChoosing] = useState(false)
  const save = () => {
    const sinceReceiptMs = Math.max(0, Date.now() - area.receivedAtMs)
    const csv = vehiclesCsv(rows, area, view.names, state.search.position, sinceReceiptMs)
    downloadText(csvName(state.search, area.fetchedAtMs), 'text/csv', csv)
  }
  return (
    // One low line; where fingers need 44 px and the list has few rows, it gives way to them.
    <div className="flex shrink-0 items-center gap-1 pr-2 pb-0.5 pl-2 max-md:group-data-[size=half]/sheet:hidden [@media(min-width:48rem)_and_(max-height:40rem)_and_(pointer:coarse)]:hidden">
      <ul
        aria-label="Vehicles by status"
        className="flex min-w-0 flex-1 overflow-x-auto [scrollbar-width:none]"
      >
        {view.statusGroups.map((group) => (
          <StatusCount key={group.statuses.join()} group={group} />
        ))}
      </ul>
      <IconButton
        label="Columns of the list"
        aria-haspopup="dialog"
        variant="ghost"
        className={LOW}
        onClick={() => setIsChoosing(true)}
      >
        <Columns3 aria-hidden className="size-4" />
      </IconButton>
      <IconButton
        label="Save the list as CSV"
        variant="ghost"
        className={LOW}
        disabled={rows.length === 0}
        onClick={save}
      >
        <FileDown aria-hidden className="size-4" />
      </IconButton>
      {isChoosing ? <ColumnsDialog onClose={() => setIsChoosing(false)} /> : null}
    </div>
  )
}

/** A mark with a number; shows these vehicles only, or every status again. */
function StatusCount({ group: { statuses, count } }: { readonly group: StatusGroup }) {
  const { state } = useSearchPage()
  const chosen = state.filters.status
  const isChosen = statuses.every((status) => chosen.includes(status))
  const others = chosen.filter((status) => !statuses.includes(status))
  const words = `${formatCount(count)} ${statuses.map((status) => statusPhrase(status || null)).join(' or ')}`
  return (
    <li>
      <button
        type="button"
        aria-pressed={isChosen}
        aria-label={words}
        title={`${words}. ${isChosen ? 'Show every status' : 'Show these only'}`}
        onClick={() => void state.setFilters({ status: isChosen ? others : [...others, ...statuses] })}
        className="hover:bg-sunken aria-pressed:bg-accent-soft flex min-h-11 min-w-11 items-center justify-center gap-1 rounded px-1 text-sm tabular-nums focus-visible:-outline-offset-2 aria-pressed:font-semibold md:pointer-fine:min-h-6 md:pointer-fine:min-w-6"
      >
        <StatusMark status={statuses[0] || null} />
        {formatCompact(count)}
      </button>
    </li>
  )
}
