import { useDeferredValue, useMemo, useState } from 'react'
import { usePageTitle } from '@/components/layout/page-title'
import { useMinuteFormat, usePreferences } from '@/components/layout/preferences/preferences'
import { useIsViewer } from '@/components/layout/use-is-viewer'
import { useIsWide } from '@/components/layout/use-is-wide'
import { useHasPassed } from '@/components/layout/use-now'
import {
  AREA_DETAILS_ID,
  AreaDetails,
  AreaLine,
  LiveButtons,
} from '@/components/search/coverage/area-line'
import { Warnings } from '@/components/search/coverage/warnings'
import { availableInWords } from '@/components/search/list/counts/status-groups'
import { ListTools } from '@/components/search/list/list-tools'
import { statusChangeOf } from '@/components/search/list/selection'
import { VehiclesPanel } from '@/components/search/list/vehicles-panel'
import { useAddress, useAddressActions } from '@/components/search/view/address'
import { usePlaceInWords } from '@/components/search/view/saved-areas'
import { SearchForm } from '@/components/search/view/search-form'
import { useIsOld } from '@/components/search/view/use-is-old'
import { PANELS } from '@/components/search/view/view-parameters'
import { UnshareDialog } from '@/components/search/watch-list/star-button'
import { LongPress } from '@/components/ui/long-press'
import { onDemand } from '@/components/ui/on-demand'
import { Sheet } from '@/components/ui/sheet'
import { Tabs } from '@/components/ui/tabs'
import type { ServiceState } from '@/lib/api/contract/answers'
import { formatCount } from '@/lib/format/number'
import { distanceFormat } from '@/lib/format/position/distance'
import { safeText } from '@/lib/format/text'
import type { LiveState } from '@/lib/live/client/live-area'
import type { PageStream } from '@/lib/live/client/page-stream'
import { SearchField } from './find/search-field'
import { usePageKeys, useShortcutRows } from './keyboard/use-page-keys'
import { LiveRegion } from './live-region'
import { MapPane } from './map-pane'
import { createMapPage, PageProvider, usePage, usePageState } from './page'
import {
  LiveDataProvider,
  type PageData,
  PanelDataProvider,
  useLiveData,
  useSearchedData,
} from './page-data'

const ShortcutsDialog = onDemand(
  () => import('@/components/layout/keyboard/shortcuts-dialog'),
  'ShortcutsDialog',
)

const PageMenu = onDemand(() => import('./page-menu'), 'PageMenu')
const ReplayBar = onDemand(() => import('@/components/past/replay/replay-bar'), 'ReplayBar')

interface LiveSearchProps extends Pick<ServiceState, 'pickupMaxAgeMinutes'> {
  readonly stream: PageStream
}

export function LiveSearch({ pickupMaxAgeMinutes, stream }: LiveSearchProps) {
  const [page] = useState(() => createMapPage(pickupMaxAgeMinutes, stream))
  return (
    <PageProvider value={page}>
      <LivePage />
    </PageProvider>
  )
}

function LivePage() {
  const data = useSearchedData()
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <h1 className="sr-only">Map of vehicles near a position</h1>
      {/* In small windows the field lies above panel and map, in others above the panel. */}
      <LiveDataProvider value={data}>
        <div className="relative flex min-h-0 flex-1 flex-col overflow-hidden md:grid md:grid-cols-[min(28rem,50%)_minmax(0,1fr)] md:grid-rows-[auto_minmax(0,1fr)]">
          <PanelDataProvider value={data}>
            <AreaBand />
          </PanelDataProvider>
          <div className="relative flex min-h-0 flex-1 overflow-hidden md:contents">
            <PacedPanel data={data} />
            {/* Next to the panel, as print.css expects. */}
            <MapPane />
            <MapTitle />
            <LiveRegion />
            <PausedFrame />
            <UnshareDialog />
            <Shortcuts />
            <Menu />
            <LongPress />
          </div>
        </div>
      </LiveDataProvider>
      <Replay live={data.view.live} />
    </div>
  )
}

/**
 * One control for where, how far, how many and how fresh. On a phone the sheet's handle has a part.
 */
function AreaBand() {
  const { focus } = usePage()
  const isWide = useIsWide()
  return (
    <div className="bg-surface border-line z-20 flex items-start gap-1 px-2 py-1.5 max-md:border-b md:col-start-2 md:pt-2 md:pr-1.5 md:pb-1 md:pl-3 roomy:col-start-1 roomy:border-r">
      <div className="border-line-strong has-[input[aria-invalid]]:border-danger has-[input:focus-visible]:outline-focus flex min-w-0 flex-1 items-stretch rounded-md border print:border-0 has-[input:focus-visible]:outline-2">
        <SearchField />
        {isWide ? <AreaLine isWide ref={focus.areaLine} /> : null}
      </div>
      {isWide ? <LiveButtons className="flex shrink-0" /> : null}
    </div>
  )
}

/** Old data must not look live. */
function PausedFrame() {
  const isPaused = usePageState((state) => state.isPaused)
  const { at } = useAddress()
  if (!isPaused || at !== null) return null
  return (
    <div aria-hidden className="border-kerb pointer-events-none absolute inset-0 z-30 border-4" />
  )
}

/** The keys of the page, and the dialog that lists them. */
function Shortcuts() {
  const { store } = usePage()
  const isHelpOpen = usePageState((state) => state.isHelpOpen)
  const rows = useShortcutRows(usePageKeys())
  if (!isHelpOpen) return null
  return <ShortcutsDialog rows={rows} onClose={() => store.setState({ isHelpOpen: false })} />
}

function Menu() {
  const menu = usePageState((state) => state.menu)
  if (menu === null) return null
  const { at, subject } = menu
  return <PageMenu key={`${at.x} ${at.y} ${subject.kind}`} opened={menu} />
}

function Replay({ live }: { readonly live: LiveState }) {
  const { store } = usePage()
  const { search, at } = useAddress()
  const { setAt, showRecorded } = useAddressActions()
  const player = usePageState((state) => state.player)
  if (at === null) return null
  return (
    <ReplayBar
      search={search}
      atMs={at}
      onAt={setAt}
      onCircle={showRecorded}
      live={live}
      player={player}
      onPlayer={(next) => store.setState({ player: next })}
    />
  )
}

/** How long a changed status of the selected vehicle stays in the title. */
const CHANGE_SHOWN_MS = 15_000

/**
 * "12 available · 1 km around South bank", or for a while "KB-17 is now busy"; counts of the
 * past would pass for now's.
 */
function MapTitle() {
  const { view, statusChange: change } = useLiveData()
  const { search } = useAddress()
  const isPaused = usePageState((state) => state.isPaused)
  const isOld = useIsOld(view.live)
  const place = usePlaceInWords(search.position, view.near)
  const { units } = usePreferences()
  const formatMinute = useMinuteFormat()
  const { area } = view.live
  // A hidden tab reads nothing, and its title is all that is seen of it.
  const readAt = isOld && area ? formatMinute(area.receivedAtMs, Date.now()) : null
  const isShown = !useHasPassed(change && change.atMs + CHANGE_SHOWN_MS)
  const selected = view.selection?.vehicle
  const name = selected && (view.names.shown(selected) || selected.make || selected.id)
  const parts: (string | null)[] = []
  if (view.live.replay) {
    parts.push('Replay')
  } else {
    if (isPaused) parts.push('Paused')
    if (change && isShown && name) parts.push(statusChangeOf(name, change))
    parts.push(availableInWords(view.statusCounts, formatCount, readAt))
  }
  parts.push(safeText(`${distanceFormat(units)(search.radius)} around ${place}`, 80))
  usePageTitle(parts.filter((part) => part !== null).join(' · '))
  return null
}

/**
 * The panel, after the map while a replay plays; after a jump, a step or a
 * pause both are of one moment.
 */
function PacedPanel({ data }: { readonly data: PageData }) {
  const later = useDeferredValue(data)
  const shown = isPlayedOn(later.view.live, data.view.live) ? later : data
  return useMemo(
    () => (
      <PanelDataProvider value={shown}>
        <SearchPanel />
      </PanelDataProvider>
    ),
    [shown],
  )
}

/** Whether a replay played from one state to the next. */
function isPlayedOn(before: LiveState, live: LiveState): boolean {
  if (live === before || !live.replay?.isPlaying) return false
  return live.replay.jumps === before.replay?.jumps
}

const panels = {
  vehicles: { label: 'Vehicles', Panel: VehiclesPanel },
  pickup: {
    label: 'Pick-up',
    Panel: onDemand(() => import('./pickup/pickup-board'), 'PickupBoard'),
  },
  due: {
    label: 'Due',
    Panel: onDemand(() => import('./due/due-panel'), 'DuePanel'),
  },
  zones: {
    label: 'Zones',
    Panel: onDemand(() => import('./zones/zones-panel'), 'ZonesPanel'),
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
  const { store, focus } = usePage()
  const { panel } = useAddress()
  const { setPanel } = useAddressActions()
  const size = usePageState((state) => state.sheetSize)
  const isAreaOpen = usePageState((state) => state.isAreaOpen)
  const isWide = useIsWide()
  const isViewer = useIsViewer()
  const { Panel } = panels[panel]
  // Bookings are withheld from viewers.
  const shown = PANELS.filter((name) => name !== 'due' || !isViewer)

  return (
    <Sheet
      label="Search and list"
      size={size}
      onSize={(sheetSize) => store.setState({ sheetSize })}
      head={isWide ? null : <AreaLine ref={focus.areaLine} />}
    >
      <div
        id={AREA_DETAILS_ID}
        className={`border-line min-h-0 shrink flex-col gap-2 overflow-y-auto border-b px-3 pb-1.5 ${isAreaOpen ? 'flex' : 'hidden'}`}
      >
        <SearchForm />
        {isAreaOpen ? <AreaDetails /> : null}
      </div>
      <Warnings />
      <Tabs
        label="Panel"
        isCompact
        className="flex min-h-0 flex-1 flex-col"
        tabs={shown.map((name) => ({ name, label: panels[name].label }))}
        chosen={panel}
        onChoose={(name) => void setPanel(name)}
        actions={panel === 'vehicles' ? <ListTools /> : null}
      >
        <Panel />
      </Tabs>
    </Sheet>
  )
}
