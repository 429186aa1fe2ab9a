import { Columns3, FileDown } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import { StatusMark } from '@/components/map/status-mark'
import { usePageState } from '@/components/search/page'
import { usePanelData } from '@/components/search/page-data'
import { useAddress, useAddressActions } from '@/components/search/view/address'
import { buttonClass, IconButton } from '@/components/ui/button'
import { Menu, menuItemClass } from '@/components/ui/menu'
import { loadedLater, onDemand, PartFailed } from '@/components/ui/on-demand'
import { formatCompact, formatCount } from '@/lib/format/number'
import { statusStyle } from '@/lib/format/status/status-style'
import { readingInWords, statusPhrase, statusWords } from '@/lib/format/status/status-words'
import { isSameStatus } from '@/lib/interface/statuses'
import type { LiveArea } from '@/lib/live/client/live-area'

const ColumnsDialog = onDemand(
  () => import('@/components/search/list/columns-dialog'),
  'ColumnsDialog',
)

const csv = loadedLater(() => import('@/components/search/list/export-list'))

/** @param rows slots in the order of the list */
export function ListHeader({
  area,
  rows,
}: {
  readonly area: LiveArea
  readonly rows: Uint32Array
}) {
  const { view } = usePanelData()
  const { search } = useAddress()
  const isFilterPanelOpen = usePageState((state) => state.isFilterPanelOpen)
  const [isChoosing, setIsChoosing] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const save = () =>
    csv().then(
      ({ exportList }) => {
        setFailed(false)
        exportList(rows, area, view.names, search, view.live.replay?.atMs ?? Date.now())
      },
      () => setFailed(true),
    )
  return (
    <div
      className={`flex shrink-0 items-center gap-1 pr-2 pb-0.5 pl-2 print:hidden ${isFilterPanelOpen ? '' : 'max-md:group-data-[size=half]/sheet:hidden [@media(max-height:40rem)]:pointer-coarse:hidden'}`}
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
      <IconButton
        icon={Columns3}
        label="Columns in the list"
        aria-haspopup="dialog"
        variant="ghost"
        className={LOW}
        onClick={() => setIsChoosing(true)}
      />
      <Menu
        button={<FileDown aria-hidden className="size-4" />}
        aria-label="Export"
        title="Export"
        disabled={rows.length === 0}
        className={buttonClass('ghost', `min-w-11 px-0! ${LOW}`)}
      >
        <button type="button" className={menuItemClass} onClick={(event) => closeMenu(event, save)}>
          Save as CSV
        </button>
        <button
          type="button"
          className={menuItemClass}
          onClick={(event) => closeMenu(event, () => window.print())}
        >
          Print
        </button>
      </Menu>
      {hasFailed ? <PartFailed /> : null}
      {isChoosing ? <ColumnsDialog onClose={() => setIsChoosing(false)} /> : null}
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

// In a low line, but for fingers.
const LOW = 'shrink-0 md:pointer-fine:min-h-6 md:pointer-fine:min-w-7'

function closeMenu({ currentTarget }: MouseEvent<HTMLElement>, run: () => unknown): void {
  currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
  void run()
}
