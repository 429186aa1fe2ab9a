'use client'

import { useEffect, useMemo, useRef, useState } from 'react'
import type { SheetSize } from '@/components/ui/sheet'
import { yieldToEventLoop } from '@/lib/browser/time-slicing'
import type { LiveState } from '@/lib/live-client/live-area'
import { type SearchPage, SearchProvider } from './search-context'
import { SearchPanel } from './search-panel'

/** The panel of the page, which takes the pictures of a replay that plays after the map, in tasks of its own. */
export function PacedPanel({
  page,
  size,
  onSize,
}: {
  readonly page: SearchPage
  readonly size: SheetSize
  readonly onSize: (size: SheetSize) => void
}) {
  const paced = usePaced(page)
  return useMemo(
    () => (
      <SearchProvider value={paced}>
        <SearchPanel size={size} onSize={onSize} />
      </SearchProvider>
    ),
    [paced, size, onSize],
  )
}

/** The page as the panel shows it: a picture that can wait is that of before until its task comes. */
function usePaced(page: SearchPage): SearchPage {
  const [due, setDue] = useState(page)
  const last = useRef(page)
  const waits = page !== due && canWait(page.view.live, last.current.view.live)
  const shown = waits ? last.current : page
  useEffect(() => {
    last.current = shown
    if (!waits) return
    let isCurrent = true
    void yieldToEventLoop().then(() => {
      if (isCurrent) setDue(page)
    })
    return () => {
      isCurrent = false
    }
  }, [page, shown, waits])
  return shown
}

/** Only the next picture of a replay that plays can: after a jump, a step or a pause all is of one moment. */
export function canWait(live: PictureOf, before: PictureOf): boolean {
  if (live === before || live.replay?.isPlaying !== true) return false
  return live.replay.jumps === before.replay?.jumps
}

type PictureOf = Pick<LiveState, 'replay'>
