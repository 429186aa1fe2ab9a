'use client'

import { Columns3, FileDown } from 'lucide-react'
import { useState } from 'react'
import { useSearchPage } from '@/components/search/search-context'
import { Button } from '@/components/ui/button'
import { loadedLater, onDemand, PartFailed } from '@/components/ui/on-demand'
import type { LiveArea } from '@/lib/live-client/live-area'

const ColumnsDialog = onDemand(() =>
  import('@/components/search/list/columns-dialog').then((part) => part.ColumnsDialog),
)

const csv = loadedLater(() => import('@/components/search/list/export-list'))

/** Buttons for the columns and the rows as a file. */
export function ListActions({
  area,
  rows,
  isLow = false,
}: {
  readonly area: LiveArea
  /** Slots in the order of the list. */
  readonly rows: Uint32Array
  /** Icons alone, in a low line. */
  readonly isLow?: boolean
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
  const shape = isLow ? 'min-w-11 shrink-0 px-0! md:pointer-fine:min-h-6 md:pointer-fine:min-w-7' : 'flex-1'
  const variant = isLow ? 'ghost' : 'secondary'
  return (
    <>
      <Button
        aria-label="Columns in the list"
        title="Columns in the list"
        aria-haspopup="dialog"
        variant={variant}
        className={shape}
        onClick={() => setIsChoosing(true)}
      >
        <Columns3 aria-hidden className="size-4" />
        {isLow ? null : 'Columns'}
      </Button>
      <Button
        aria-label="Save the list as CSV"
        title="Save the list as CSV"
        variant={variant}
        className={shape}
        disabled={rows.length === 0}
        onClick={() => void save()}
      >
        <FileDown aria-hidden className="size-4" />
        {isLow ? null : 'CSV'}
      </Button>
      {hasFailed ? <PartFailed /> : null}
      {isChoosing ? <ColumnsDialog onClose={() => setIsChoosing(false)} /> : null}
    </>
  )
}
