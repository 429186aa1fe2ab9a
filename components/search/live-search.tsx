'use client'

import { useEffect, useMemo, useRef, useState } from 'react'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { useMinuteFormat } from '@/components/layout/preferences/use-minute-format'
import { usePageTitle } from '@/components/layout/use-page-title'
import { availableInWords } from '@/components/search/list/counts/status-groups'
import { type StatusChange, statusChangeOf } from '@/components/search/list/use-status-change'
import { UnshareDialog } from '@/components/search/watch-list/unshare-dialog'
import { onDemand } from '@/components/ui/on-demand'
import type { SheetSize } from '@/components/ui/sheet'
import type { ServiceState } from '@/lib/api/contract/answers'
import { formatCount } from '@/lib/format/number'
import { distanceFormat } from '@/lib/format/position/distance'
import { safeText } from '@/lib/format/text'
import type { LiveState } from '@/lib/live/client/live-area'
import { yieldToEventLoop } from '@/lib/vehicles/time-slicing'
import { SearchField } from './find/search-field'
import { shortcutRows } from './keyboard/shortcuts'
import { LiveRegion } from './live-region'
import { MapPane } from './map-pane'
import { PausedFrame } from './paused-frame'
import { type SearchPage, SearchProvider, useSearchPage } from './search-context'
import { SearchPanel } from './search-panel'
import { useLivePage } from './use-live-page'
import { useIsOld } from './use-shown-now'

const ShortcutsDialog = onDemand(() =>
  import('@/components/layout/shortcuts-dialog').then((part) => part.ShortcutsDialog),
)

const ReplayBar = onDemand(() => import('@/components/past/replay/replay-bar').then((part) => part.ReplayBar))

/** The live search: the panel with its list and the map, both of one state. */
export function LiveSearch({
  settings,
  pickupMaxAgeMinutes,
}: {
  readonly settings: ServiceState['map']
  readonly pickupMaxAgeMinutes: number
}) {
  const { page, sheet, help, pane } = useLivePage(settings.position, pickupMaxAgeMinutes)
  const { state } = page
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <h1 className="sr-only">Map of vehicles near a position</h1>
      {/* In small windows the field lies above panel and map, in others above the panel. */}
      <div className="relative flex min-h-0 flex-1 flex-col overflow-hidden md:grid md:grid-cols-[min(25.6rem,50%)_minmax(0,1fr)] md:grid-rows-[auto_minmax(0,1fr)]">
        <SearchProvider value={page}>
          <SearchField />
        </SearchProvider>
        <div className="relative flex min-h-0 flex-1 overflow-hidden md:contents">
          {/* Outside of the other provider, whose changes would render the panel as well. */}
          <PacedPanel page={page} {...sheet} />
          <SearchProvider value={page}>
            {/* Next to the panel, as print.css expects. */}
            <MapPane {...pane} settings={settings} onHelp={() => help.setOpen(true)} />
            <MapTitle />
            <LiveRegion />
            <PausedFrame />
            <UnshareDialog />
            {help.isOpen ? (
              <ShortcutsDialog rows={shortcutRows(page.replay.canOpen)} onClose={() => help.setOpen(false)} />
            ) : null}
          </SearchProvider>
        </div>
      </div>
      {state.at === null ? null : (
        <ReplayBar
          search={state.search}
          atMs={state.at}
          onAt={state.setAt}
          live={page.view.live}
          player={page.replay.player}
          onPlayer={page.replay.setPlayer}
        />
      )}
    </div>
  )
}

/** How long a changed status of the selected vehicle stays in the title. */
const CHANGE_SHOWN_MS = 15_000

/**
 * Titles the tab: "12 available · 1 km around South bank", or for a while "KB-17 is now busy"; of the past no counts, which
 * would pass for those of now.
 */
function MapTitle() {
  const { state, view, place, paused, statusChange } = useSearchPage()
  const { units } = usePreferences()
  const formatMinute = useMinuteFormat()
  const { area } = view.live
  // A hidden tab reads nothing, and its title is all that is seen of it.
  const isOld = useIsOld(view.live, state.everySeconds)
  const readAt = isOld && area ? formatMinute(area.receivedAtMs, Date.now()) : null
  const change = useRecent(statusChange)
  const selected = view.selection?.vehicle
  const name = selected && (view.names.shown(selected) || selected.make || selected.id)
  const parts = [
    ...(view.live.replay
      ? ['Replay']
      : [
          paused ? 'Paused' : null,
          change && name ? statusChangeOf(name, change) : null,
          availableInWords(view.statusGroups, formatCount, readAt),
        ]),
    safeText(`${distanceFormat(units)(state.search.radius)} around ${place}`, 80),
  ]
  usePageTitle(parts.filter((part) => part !== null).join(' · '))
  return null
}

/** The change while it is new. */
function useRecent(change: StatusChange | null): StatusChange | null {
  const [over, setOver] = useState<StatusChange | null>(null)
  useEffect(() => {
    if (!change) return
    const timer = setTimeout(() => setOver(change), change.atMs + CHANGE_SHOWN_MS - Date.now())
    return () => clearTimeout(timer)
  }, [change])
  return change === over ? null : change
}

/** The panel of the page, which takes the pictures of a replay that plays after the map, in tasks of its own. */
function PacedPanel({
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
