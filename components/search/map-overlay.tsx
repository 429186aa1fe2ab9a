'use client'

import { Keyboard, X } from 'lucide-react'
import { useState } from 'react'
import { Legend } from '@/components/search/list/legend'
import { SelectedVehicle } from '@/components/search/list/selected-vehicle'
import { IconButton } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { useSearchPage } from './search-context'

/** Over the map: notice, legend, shortcuts and the selected vehicle. */
export function MapOverlay({
  tilesFailed,
  onHelp,
  onCover,
}: {
  readonly tilesFailed: boolean
  readonly onHelp: () => void
  /** The legend was opened. */
  readonly onCover: () => void
}) {
  const { state, view } = useSearchPage()
  const { selectedId } = state
  const [isDismissed, setIsDismissed] = useState(false)
  return (
    <div className="pointer-events-none absolute inset-2 z-10 flex flex-col items-start gap-2 *:pointer-events-auto">
      {tilesFailed && !isDismissed ? (
        <Notice
          tone="warning"
          title="Map tiles are not loading"
          className="mr-12 max-w-md"
          action={
            <IconButton
              label="Dismiss the notice about map tiles"
              variant="ghost"
              onClick={() => setIsDismissed(true)}
              className="-my-1 -mr-1"
            >
              <X aria-hidden className="size-4" />
            </IconButton>
          }
        >
          Showing coastlines only; distances and directions are correct.
        </Notice>
      ) : null}
      <div className="pointer-events-none! flex min-h-0 items-start gap-2 *:pointer-events-auto">
        {view.counts ? <Legend counts={view.counts} onOpen={onCover} /> : null}
        <IconButton
          label="Keyboard shortcuts"
          aria-haspopup="dialog"
          data-covers-map
          onClick={onHelp}
          className="shadow-raised max-md:hidden"
        >
          <Keyboard aria-hidden className="size-4" />
        </IconButton>
      </div>
      {selectedId === null ? null : (
        <div className="mt-auto mb-7 w-full md:mb-6 md:w-auto">
          <SelectedVehicle id={selectedId} />
        </div>
      )}
    </div>
  )
}
