'use client'

import { Columns3, FileDown } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import { useSearchPage } from '@/components/search/search-context'
import { buttonClass, IconButton } from '@/components/ui/button'
import { Menu, menuItemClass } from '@/components/ui/menu'
import { loadedLater, onDemand, PartFailed } from '@/components/ui/on-demand'
import type { LiveArea } from '@/lib/live-client/live-area'

const ColumnsDialog = onDemand(() =>
  import('@/components/search/list/columns-dialog').then((part) => part.ColumnsDialog),
)

const csv = loadedLater(() => import('@/components/search/list/export-list'))

/** What rows show, and the list as a file or on paper. */
export function ListActions({
  area,
  rows,
}: {
  readonly area: LiveArea
  /** Slots in the order of the list. */
  readonly rows: Uint32Array
}) {
  const { state, view } = useSearchPage()
  const [isChoosing, setIsChoosing] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const save = () =>
    csv().then(
      ({ exportList }) => {
        setFailed(false)
        exportList(rows, area, view.names, state.search, view.live.replay?.atMs ?? Date.now())
      },
      () => setFailed(true),
    )
  return (
    <>
      <IconButton
        label="Columns in the list"
        aria-haspopup="dialog"
        variant="ghost"
        className={LOW}
        onClick={() => setIsChoosing(true)}
      >
        <Columns3 aria-hidden className="size-4" />
      </IconButton>
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
    </>
  )
}

// In a low line, but for fingers.
const LOW = 'shrink-0 md:pointer-fine:min-h-6 md:pointer-fine:min-w-7'

function closeMenu({ currentTarget }: MouseEvent<HTMLElement>, run: () => unknown): void {
  currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
  void run()
}
