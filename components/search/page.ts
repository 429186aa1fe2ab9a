import { createContext, useContext } from 'react'
import { createStore, useStore } from 'zustand'
import type { ReadBooking } from '@/components/bookings/due/due-bookings'
import { MapHandle } from '@/components/map/map-handle'
import type { Circle } from '@/components/map/types'
import type { MenuPoint } from '@/components/ui/menu-keys'
import type { SheetSize } from '@/components/ui/sheet'
import type { ZoneFacts, ZoneShape } from '@/lib/api/contract/zones'
import type { BookedNeeds } from '@/lib/format/links'
import type { Position } from '@/lib/interface/resources'
import type { PageStream } from '@/lib/live/client/page-stream'
import type { ReplayPlayer } from '@/lib/live/client/replay/replay-player'
import { createPageFocus } from './keyboard/page-focus'
import { nextWidening, type Widening, type WideningEvent } from './pickup/widening'
import { SelectedOnMap } from './selected-on-map'

/** A change of the map page that can be taken back. */
export interface UndoStep {
  readonly subject: 'area' | 'filters' | 'pick-up' | 'star' | 'zones'
  /** It goes on with each letter. */
  readonly isTyping: boolean
  /** A promise rejects where it was refused. */
  takeBack(): unknown
}

interface DraftFacts extends ZoneFacts {
  /** Null of a new zone. */
  readonly id: string | null
}

/** A zone that is being made or changed. */
export interface ZoneDraft {
  readonly zone: DraftFacts
  /** Null until it is drawn. */
  readonly shape: ZoneShape | null
  /** The shape before it was changed on the map, for taking that back. */
  readonly shapeBefore: ZoneShape | null
  /** Drawn on the map, or described in the dialog. */
  readonly step: 'polygon' | 'circle' | 'change' | 'facts'
}

/** A booking that is open in the list of due ones. */
interface DueBookingOnMap {
  readonly key: string
  readonly from: Position | null
  readonly to: Position | null
  readonly needs: BookedNeeds
}

/** The vehicle, place or booking of a menu. */
type MenuSubject =
  | { readonly kind: 'place'; readonly position: Position }
  /** Its position is the last one known, by default. */
  | { readonly kind: 'vehicle'; readonly id: string; readonly position: Position | null }
  | { readonly kind: 'booking'; readonly booking: ReadBooking }

/** A menu that was asked for by a right-click, a long press or the menu key. */
export interface OpenedMenu {
  readonly at: MenuPoint
  readonly subject: MenuSubject
}

/** State of the map page that its address does not hold; it lasts as long as the page. */
interface PageState {
  readonly isPaused: boolean
  readonly followedId: string | null
  /** The vehicle under the pointer on the map. */
  readonly hoveredId: string | null
  /** The circle while a handle is dragged. */
  readonly draggedCircle: Circle | null
  /** Null while no zone is made or changed. */
  readonly zoneDraft: ZoneDraft | null
  readonly dueBooking: DueBookingOnMap | null
  readonly sheetSize: SheetSize
  readonly isAreaOpen: boolean
  readonly isFilterPanelOpen: boolean
  readonly isHelpOpen: boolean
  /** A click on the map moves the pick-up point. */
  readonly isPlacing: boolean
  readonly menu: OpenedMenu | null
  readonly widening: Widening | null
  /** Null until the player is loaded, and while the present is shown. */
  readonly player: ReplayPlayer | null
  /** The last change that can be taken back; null after it was. */
  readonly undo: UndoStep | null
  /** Why the last change was not taken back; null for no such failure. */
  readonly undoError: Error | null
  /** Another page is being opened: a late change of this page's address would come back here. */
  readonly isLeaving: boolean
}

const INITIAL_STATE: PageState = {
  isPaused: false,
  followedId: null,
  hoveredId: null,
  draggedCircle: null,
  zoneDraft: null,
  dueBooking: null,
  sheetSize: 'half',
  isAreaOpen: false,
  isFilterPanelOpen: false,
  isHelpOpen: false,
  isPlacing: false,
  menu: null,
  widening: null,
  player: null,
  undo: null,
  undoError: null,
  isLeaving: false,
}

/** State and handles of one opened map page. All of them keep their identity. */
export function createMapPage(pickupMaxAgeMinutes: number, stream: PageStream) {
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
    pickupMaxAgeMinutes,
    stream,
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
