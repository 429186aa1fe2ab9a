import { createContext, useContext } from 'react'
import { createStore, useStore } from 'zustand'
import { MapHandle } from '@/components/map/map-handle'
import type { Circle } from '@/components/map/types'
import type { SheetSize } from '@/components/ui/sheet'
import type { Position } from '@/lib/interface/resources'
import type { ReplayPlayer } from '@/lib/live/client/replay/replay-player'
import { createPageFocus } from './keyboard/page-focus'
import { nextWidening, type Widening, type WideningEvent } from './pickup/widening'
import { SelectedOnMap } from './selected-on-map'

/** State of the map page that its address does not hold; it lasts as long as the page. */
interface PageState {
  readonly isPaused: boolean
  readonly followedId: string | null
  /** The vehicle under the pointer on the map. */
  readonly hoveredId: string | null
  /** The circle while a handle is dragged. */
  readonly draggedCircle: Circle | null
  readonly sheetSize: SheetSize
  readonly isAreaOpen: boolean
  readonly isFilterPanelOpen: boolean
  readonly isHelpOpen: boolean
  /** A click on the map moves the pick-up point. */
  readonly isPlacing: boolean
  readonly widening: Widening | null
  /** Null until the player is loaded, and while the present is shown. */
  readonly player: ReplayPlayer | null
  /** Another page is being opened: a late change of this page's address would come back here. */
  readonly isLeaving: boolean
}

const INITIAL_STATE: PageState = {
  isPaused: false,
  followedId: null,
  hoveredId: null,
  draggedCircle: null,
  sheetSize: 'half',
  isAreaOpen: false,
  isFilterPanelOpen: false,
  isHelpOpen: false,
  isPlacing: false,
  widening: null,
  player: null,
  isLeaving: false,
}

/**
 * State and handles of one opened map page. All of them keep their identity.
 * @param start position of an address without one
 */
export function createMapPage(start: Position, pickupMaxAgeMinutes: number) {
  const store = createStore<PageState>(() => INITIAL_STATE)
  const changeWidening = (event: WideningEvent) =>
    store.setState(({ widening }) => ({ widening: nextWidening(widening, event) }))
  const map = new MapHandle({
    onMove() {
      selected.mapMoved()
      changeWidening({ kind: 'map-moved' })
    },
    onDrag: () => store.setState({ followedId: null }),
  })
  const selected = new SelectedOnMap(map, (id) => store.getState().followedId === id)
  return {
    start,
    pickupMaxAgeMinutes,
    store,
    changeWidening,
    map,
    selected,
    focus: createPageFocus(),
    /** On a phone a collapsed sheet hides the panel. */
    showSheet() {
      store.setState(({ sheetSize }) => (sheetSize === 'collapsed' ? { sheetSize: 'half' } : {}))
    },
  }
}

export type MapPage = ReturnType<typeof createMapPage>

const PageContext = createContext<MapPage | null>(null)

export const PageProvider = PageContext.Provider

export function usePage(): MapPage {
  const page = useContext(PageContext)
  if (!page) throw new Error('No PageProvider')
  return page
}

export function usePageState<T>(select: (state: PageState) => T): T {
  return useStore(usePage().store, select)
}
