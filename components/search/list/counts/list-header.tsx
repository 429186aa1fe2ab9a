'use client'

import { StatusMark } from '@/components/map/status-mark'
import { useSearchPage } from '@/components/search/search-context'
import { formatCompact, formatCount } from '@/lib/format/number'
import { readingInWords, statusPhrase } from '@/lib/format/status/status-words'
import type { LiveArea } from '@/lib/live-client/live-area'
import { ListActions } from './list-actions'
import type { StatusGroup } from './status-groups'

/**
 * Above the list: how many vehicles of each status, and actions on the list. One low line; fingers,
 * which need 44 px, find the same in the legend and the filters.
 */
export function ListHeader({ area, rows }: { readonly area: LiveArea; readonly rows: Uint32Array }) {
  const { view } = useSearchPage()
  return (
    <div className="flex shrink-0 print:hidden items-center gap-1 pr-2 pb-0.5 pl-2 max-md:group-data-[size=half]/sheet:hidden md:pointer-coarse:hidden">
      <ul
        aria-label="Vehicles by status"
        className="flex min-w-0 flex-1 overflow-x-auto [scrollbar-width:none]"
      >
        {view.statusGroups.map((group) => (
          <StatusCount key={group.statuses.join()} group={group} />
        ))}
      </ul>
      <ListActions area={area} rows={rows} isLow />
    </div>
  )
}

/** A mark with a number; shows these vehicles only, or every status again. */
function StatusCount({ group: { statuses, count } }: { readonly group: StatusGroup }) {
  const { state } = useSearchPage()
  const chosen = state.filters.status
  const isChosen = statuses.every((status) => chosen.includes(status))
  const others = chosen.filter((status) => !statuses.includes(status))
  const readings = new Set(statuses.map((status) => readingInWords(status || null)))
  readings.delete(null)
  const words = `${formatCount(count)} ${statuses.map((status) => statusPhrase(status || null)).join(' or ')}`
  return (
    <li>
      <button
        type="button"
        aria-pressed={isChosen}
        aria-label={words}
        title={`${[words, ...readings].join(', ')}. ${isChosen ? 'Show every status' : 'Show these only'}`}
        onClick={() => void state.setFilters({ status: isChosen ? others : [...others, ...statuses] })}
        className="hover:bg-sunken aria-pressed:bg-accent-soft flex min-h-11 min-w-11 items-center justify-center gap-1 rounded px-1 text-sm tabular-nums focus-visible:-outline-offset-2 aria-pressed:font-semibold md:pointer-fine:min-h-6 md:pointer-fine:min-w-6"
      >
        <StatusMark status={statuses[0] || null} />
        {formatCompact(count)}
      </button>
    </li>
  )
}
