'use client'

import { onDemand } from '@/components/ui/on-demand'
import { UnshareDialog } from '@/components/watch-list/unshare-dialog'
import type { ServiceState } from '@/lib/contract/answers'
import { SearchField } from './find/search-field'
import { LiveRegion } from './live-region'
import { MapPane } from './map-pane'
import { MapTitle } from './map-title'
import { PacedPanel } from './paced-panel'
import { PausedFrame } from './paused-frame'
import { SearchProvider } from './search-context'
import { useLivePage } from './use-live-page'

const ShortcutsDialog = onDemand(() =>
  import('./keyboard/shortcuts-dialog').then((part) => part.ShortcutsDialog),
)

const ReplayBar = onDemand(() => import('@/components/replay/replay-bar').then((part) => part.ReplayBar))

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
            {help.isOpen ? <ShortcutsDialog onClose={() => help.setOpen(false)} /> : null}
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
