import { useDeferredValue, useEffect, useId, useMemo } from 'react'
import { useMinuteFormat, usePreferences } from '@/components/layout/preferences/preferences'
import { useHasPassed } from '@/components/layout/use-now'
import { usePageTitle } from '@/components/layout/use-page-title'
import { AreaDetails, AreaLine } from '@/components/search/coverage/area-line'
import { Warnings } from '@/components/search/coverage/warnings'
import { availableInWords } from '@/components/search/list/counts/status-groups'
import { statusChangeOf } from '@/components/search/list/selection'
import { VehiclesPanel } from '@/components/search/list/vehicles-panel'
import { SearchForm } from '@/components/search/view/search-form'
import { PANELS } from '@/components/search/view/view-parameters'
import { UnshareDialog } from '@/components/search/watch-list/star-button'
import { onDemand } from '@/components/ui/on-demand'
import { Sheet } from '@/components/ui/sheet'
import { Tabs } from '@/components/ui/tabs'
import type { ServiceState } from '@/lib/api/contract/answers'
import { formatCount } from '@/lib/format/number'
import { distanceFormat } from '@/lib/format/position/distance'
import { safeText } from '@/lib/format/text'
import { SearchField } from './find/search-field'
import { shortcutRows, usePageKeys } from './keyboard/use-page-keys'
import { LiveRegion } from './live-region'
import { MapPane } from './map-pane'
import { type SearchPage, SearchProvider, useSearchPage } from './search-context'
import { useLivePage } from './use-live-page'

const ShortcutsDialog = onDemand(
  () => import('@/components/layout/shortcuts-dialog'),
  'ShortcutsDialog',
)

const ReplayBar = onDemand(() => import('@/components/past/replay/replay-bar'), 'ReplayBar')

export function LiveSearch({
  map,
  pickupMaxAgeMinutes,
}: Pick<ServiceState, 'map' | 'pickupMaxAgeMinutes'>) {
  const page = useLivePage(map.position, pickupMaxAgeMinutes)
  usePageKeys(page)
  const { state, helpOpen, setHelpOpen } = page
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
          <PacedPanel page={page} />
          <SearchProvider value={page}>
            {/* Next to the panel, as print.css expects. */}
            <MapPane />
            <MapTitle />
            <LiveRegion />
            {/* Old data must not look live. */}
            {page.paused && !page.replay.isOn ? (
              <div
                aria-hidden
                className="border-kerb pointer-events-none absolute inset-0 z-30 border-4"
              />
            ) : null}
            <UnshareDialog />
            {helpOpen ? (
              <ShortcutsDialog rows={shortcutRows(page)} onClose={() => setHelpOpen(false)} />
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
 * "12 available · 1 km around South bank", or for a while "KB-17 is now busy"; counts of the
 * past would pass for now's.
 */
function MapTitle() {
  const { state, view, isOld, place, paused, statusChange: change } = useSearchPage()
  const { units } = usePreferences()
  const formatMinute = useMinuteFormat()
  const { area } = view.live
  // A hidden tab reads nothing, and its title is all that is seen of it.
  const readAt = isOld && area ? formatMinute(area.receivedAtMs, Date.now()) : null
  const isShown = !useHasPassed(change && change.atMs + CHANGE_SHOWN_MS)
  const selected = view.selection?.vehicle
  const name = selected && (view.names.shown(selected) || selected.make || selected.id)
  const parts = [
    ...(view.live.replay
      ? ['Replay']
      : [
          paused ? 'Paused' : null,
          change && isShown && name ? statusChangeOf(name, change) : null,
          availableInWords(view.statusCounts, formatCount, readAt),
        ]),
    safeText(`${distanceFormat(units)(state.search.radius)} around ${place}`, 80),
  ]
  usePageTitle(parts.filter((part) => part !== null).join(' · '))
  return null
}

/**
 * The panel, after the map while a replay plays; after a jump, a step or a
 * pause both are of one moment.
 */
function PacedPanel({ page }: { readonly page: SearchPage }) {
  const later = useDeferredValue(page)
  const [{ live }, before] = [page.view, later.view.live]
  const waits =
    live !== before && live.replay?.isPlaying && live.replay.jumps === before.replay?.jumps
  const shown = waits ? later : page
  return useMemo(
    () => (
      <SearchProvider value={shown}>
        <SearchPanel />
      </SearchProvider>
    ),
    [shown],
  )
}

const panels = {
  vehicles: { label: 'Vehicles', Panel: VehiclesPanel },
  pickup: {
    label: 'Pick-up',
    Panel: onDemand(() => import('./pickup/pickup-board'), 'PickupBoard'),
  },
  watched: {
    label: 'Watched',
    Panel: onDemand(() => import('./watch-list/watch-panel'), 'WatchPanel'),
  },
  saved: {
    label: 'Saved',
    Panel: onDemand(() => import('./view/saved-areas-panel'), 'SavedAreasPanel'),
  },
} as const

function SearchPanel() {
  const { state, sheet, refs, areaOpen } = useSearchPage()
  const detailsId = useId()
  const { areaLine } = refs
  const { Panel } = panels[state.panel]
  // The focused field may be hidden by now.
  useEffect(() => {
    if (!areaOpen && document.activeElement?.closest('form')?.checkVisibility() === false)
      areaLine.current?.focus()
  }, [areaOpen, areaLine])

  return (
    <Sheet
      label="Search and list"
      {...sheet}
      head={<AreaLine controls={detailsId} ref={areaLine} />}
    >
      <div
        id={detailsId}
        className={`border-line min-h-0 shrink flex-col gap-2 overflow-y-auto border-b px-3 py-1.5 ${areaOpen ? 'flex' : 'hidden'}`}
      >
        <SearchForm />
        {areaOpen ? <AreaDetails /> : null}
      </div>
      <Warnings />
      <Tabs
        label="Panel"
        className="flex min-h-0 flex-1 flex-col"
        tabs={PANELS.map((name) => ({ name, label: panels[name].label }))}
        chosen={state.panel}
        onChoose={(panel) => void state.setPanel(panel)}
      >
        <Panel />
      </Tabs>
    </Sheet>
  )
}
