import { useIsWide } from '@/components/layout/use-is-wide'
import { StatusMark } from '@/components/map/status-mark'
import { SortSelect } from '@/components/search/list/sort-select'
import { usePageState } from '@/components/search/page'
import { usePanelData } from '@/components/search/page-data'
import { useAddress, useAddressActions } from '@/components/search/view/address'
import { formatCompact, formatCount } from '@/lib/format/number'
import { statusStyle } from '@/lib/format/status/status-style'
import { readingInWords, statusPhrase, statusWords } from '@/lib/format/status/status-words'
import { isSameStatus } from '@/lib/interface/statuses'

/** Counts of the list by status, and its order. */
export function ListHeader() {
  const { view } = usePanelData()
  const isWide = useIsWide()
  const isFilterPanelOpen = usePageState((state) => state.isFilterPanelOpen)
  return (
    <div
      className={`flex shrink-0 items-center gap-1 px-2 print:hidden ${isFilterPanelOpen ? '' : 'max-md:group-data-[size=half]/sheet:hidden [@media(max-height:40rem)]:pointer-coarse:hidden'}`}
    >
      <ul
        aria-label="Vehicles by status"
        className="flex min-w-0 flex-1 overflow-x-auto [scrollbar-width:none]"
      >
        {view.statusCounts.map(([status, count]) => (
          <StatusChip
            key={status}
            status={status}
            count={count}
            // The mark alone does not tell statuses of one meaning apart.
            isNamed={view.statusCounts.some(
              ([other]) => other !== status && statusStyle(other) === statusStyle(status),
            )}
          />
        ))}
      </ul>
      {isWide ? (
        <SortSelect className="text-muted hover:text-text field-sizing-content w-auto! max-w-44 shrink-0 truncate border-transparent px-1! text-xs md:pointer-fine:min-h-7!" />
      ) : null}
    </div>
  )
}

/**
 * A mark with a number; shows these vehicles only, or every status again.
 * @param status '' for a missing one
 */
function StatusChip({
  status,
  count,
  isNamed,
}: {
  status: string
  count: number
  isNamed: boolean
}) {
  const { filters } = useAddress()
  const { setFilters } = useAddressActions()
  const chosen = filters.status
  const isChosen = chosen.some((one) => isSameStatus(one, status))
  const reading = readingInWords(status || null)
  const words = `${formatCount(count)} ${statusPhrase(status || null)}`
  return (
    <li>
      <button
        type="button"
        aria-pressed={isChosen}
        aria-label={words}
        title={`${words}${reading === null ? '' : `, ${reading}`}. ${isChosen ? 'Show every status' : 'Show these only'}`}
        onClick={() =>
          void setFilters({
            status: isChosen
              ? chosen.filter((one) => !isSameStatus(one, status))
              : [...chosen, status],
          })
        }
        className="hover:bg-sunken aria-pressed:bg-accent-soft flex min-h-11 min-w-11 items-center justify-center gap-1 rounded-sm px-1 text-sm whitespace-nowrap tabular-nums focus-visible:-outline-offset-2 aria-pressed:font-semibold md:pointer-fine:min-h-6 md:pointer-fine:min-w-6"
      >
        <StatusMark status={status || null} />
        {isNamed ? <bdi className="max-w-24 truncate">{statusWords(status || null)}</bdi> : null}
        {formatCompact(count)}
      </button>
    </li>
  )
}
