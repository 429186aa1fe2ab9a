import { Ellipsis, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useIsWide } from '@/components/layout/use-is-wide'
import { usePage, usePageState } from '@/components/search/page'
import { usePanelData } from '@/components/search/page-data'
import { useAddress } from '@/components/search/view/address'
import { Button, buttonClass } from '@/components/ui/button'
import { closeMenu, Menu, menuItemClass } from '@/components/ui/menu'
import { loadedLater, onDemand, PartFailed } from '@/components/ui/on-demand'
import { activeFilters } from './filters'
import { sortRows } from './rows'
import { SortSelect } from './sort-select'

const ColumnsDialog = onDemand(() => import('./columns-dialog'), 'ColumnsDialog')

const csv = loadedLater(() => import('./export-list'))

/** The filters, and one menu with what is used rarely. */
export function ListTools() {
  const { store } = usePage()
  const { filters } = useAddress()
  const isFilterPanelOpen = usePageState((state) => state.isFilterPanelOpen)
  const isWide = useIsWide()
  const count = activeFilters(filters).length

  function toggle(): void {
    store.setState({ isFilterPanelOpen: !isFilterPanelOpen })
    // Half a sheet has no room for rows under the filters.
    if (!isWide && !isFilterPanelOpen) store.setState({ sheetSize: 'full' })
  }

  return (
    <div className="flex shrink-0 items-center print:hidden">
      <Button
        icon={SlidersHorizontal}
        aria-label={count > 0 ? `Filters, ${count} active` : 'Filters'}
        title="Filters"
        aria-expanded={isFilterPanelOpen}
        variant={isFilterPanelOpen ? 'primary' : 'ghost'}
        onClick={toggle}
        className="relative min-w-11 px-0! md:min-h-7! md:min-w-8"
      >
        {count > 0 ? (
          <span className="bg-kerb text-on-kerb absolute top-0 right-0 min-w-4 rounded-full px-1 text-xs leading-4 font-semibold md:-top-1.5">
            {count}
          </span>
        ) : null}
      </Button>
      <ListMenu />
    </div>
  )
}

function ListMenu() {
  const { view } = usePanelData()
  const isWide = useIsWide()
  const { search, sort } = useAddress()
  const [isChoosing, setIsChoosing] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const { area } = view.live
  const isEmpty = area === null || view.rows.length === 0

  async function save() {
    if (!area) return
    try {
      const { exportList } = await csv()
      setFailed(false)
      const rows = sortRows(view.rows, area, search.position, sort)
      exportList(rows, area, view.names, search, view.live.replay?.atMs ?? Date.now())
    } catch {
      setFailed(true)
    }
  }

  return (
    <>
      <Menu
        button={<Ellipsis aria-hidden className="size-4" />}
        aria-label="Columns and export"
        title="Columns and export"
        className={buttonClass('ghost', 'min-w-11 px-0! md:min-h-7! md:min-w-8')}
      >
        {isWide ? null : (
          <div className="p-2">
            <SortSelect />
          </div>
        )}
        <button
          type="button"
          aria-haspopup="dialog"
          className={menuItemClass}
          onClick={(event) => closeMenu(event, () => setIsChoosing(true))}
        >
          Columns in the list
        </button>
        <button
          type="button"
          disabled={isEmpty}
          className={menuItemClass}
          onClick={(event) => closeMenu(event, save)}
        >
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
    </>
  )
}
