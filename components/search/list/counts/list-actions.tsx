'use client'

import { Columns3, FileDown } from 'lucide-react'
import { useState } from 'react'
import { ColumnsDialog } from '@/components/search/list/columns/columns-dialog'
import { csvName, vehiclesCsv } from '@/components/search/list/columns/vehicles-csv'
import { useSearchPage } from '@/components/search/search-context'
import { Button } from '@/components/ui/button'
import { downloadText } from '@/components/ui/download'
import type { LiveArea } from '@/lib/live-client/live-area'

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
  const save = () => {
    const sinceReceiptMs = Math.max(0, Date.now() - area.receivedAtMs)
    const csv = vehiclesCsv(rows, area, view.names, state.search.position, sinceReceiptMs)
    downloadText(csvName(state.search, area.fetchedAtMs), 'text/csv', csv)
  }
  const shape = isLow ? 'min-w-11 shrink-0 px-0! md:pointer-fine:min-h-6 md:pointer-fine:min-w-7' : 'flex-1'
  const variant = isLow ? 'ghost' : 'secondary'
  return (
    <>
      <Button
        aria-label="Columns of the list"
        title="Columns of the list"
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
        onClick={save}
      >
        <FileDown aria-hidden className="size-4" />
        {isLow ? null : 'CSV'}
      </Button>
      {isChoosing ? <ColumnsDialog onClose={() => setIsChoosing(false)} /> : null}
    </>
  )
}
