import { FIELDS, usePageKey } from '@/components/layout/keyboard/page-key'
import { ALERTS_ROW } from '@/components/layout/keyboard/shortcut-rows'
import { useIsViewer } from '@/components/layout/use-is-viewer'
import { useFindForBooking } from '@/components/search/due/due-booking'
import { useLabelsSwitch, useWaitMapSwitch } from '@/components/search/map-switches'
import { usePage } from '@/components/search/page'
import { useOpenRecord, useSelect } from '@/components/search/page-actions'
import { useLiveData } from '@/components/search/page-data'
import { usePickupActions } from '@/components/search/pickup/use-pickup'
import { useReplay } from '@/components/search/use-replay'
import { useUndo } from '@/components/search/use-undo'
import { useAddress, useAddressActions } from '@/components/search/view/address'
import type { PanelName } from '@/components/search/view/view-parameters'
import { cancelDrawing } from '@/components/search/zones/zone-draft'
import { useWatched } from '@/lib/api/queries/watch-list'

/**
 * A key's line in the dialog of `?`, and its effect, which returns false to
 * leave the key to the browser.
 */
type Shortcut = readonly [words: string, effect: () => unknown]

type Shortcuts = Readonly<Record<string, Shortcut>>

function useShortcuts(): Shortcuts {
  const { store, map, focus, showSheet } = usePage()
  const data = useLiveData()
  const { live } = data.view
  const { keepUndo, undo } = useUndo()
  const { selectedId, panel } = useAddress()
  const { setPanel, closePickup, goHome } = useAddressActions()
  const { stopPlacing } = usePickupActions(live.replay !== null)
  const find = useFindForBooking(live.replay !== null)
  const isViewer = useIsViewer()
  const replay = useReplay()
  const labels = useLabelsSwitch()
  const waitMap = useWaitMapSwitch()
  const watched = useWatched()
  const select = useSelect(data)
  const open = useOpenRecord(data.view)

  const player = () => (replay.isOn ? store.getState().player : null)
  const toggleReplay = () => replay.toggle(live.area)

  const show = (name: PanelName) => {
    showSheet()
    if (panel !== name) void setPanel(name)
  }

  const goToField = () => {
    focus.searchField.current?.focus()
    focus.searchField.current?.select()
  }

  function goToSearch() {
    showSheet()
    store.setState({ isAreaOpen: true })
    // The field is there before, but hidden.
    focus.focusSoon(() =>
      focus.firstField.current?.offsetParent ? focus.firstField.current : null,
    )
  }

  function toggleFilters() {
    const opens = panel !== 'vehicles' || !store.getState().isFilterPanelOpen
    show('vehicles')
    store.setState({ isFilterPanelOpen: opens })
    if (opens) focus.focusSoon(() => focus.filters.current?.querySelector('button'))
  }

  function goToList() {
    const hasNoList = panel === 'saved' || panel === 'zones' || panel === 'due'
    if (hasNoList) show('vehicles')
    focus.focusList()
  }

  function openBoard() {
    const { dueBooking } = store.getState()
    if (panel === 'due' && dueBooking && find(dueBooking.from, dueBooking.needs)) return
    show('pickup')
    goToField()
  }

  function openDue() {
    if (isViewer) return false
    show('due')
  }

  function watch() {
    const id = selectedId ?? store.getState().hoveredId
    if (id === null) return false
    keepUndo(watched.toggle(id))
  }

  function togglePause() {
    const { player: replayPlayer, isPaused } = store.getState()
    if (replayPlayer) replayPlayer.togglePlay()
    else store.setState({ isPaused: !isPaused })
  }

  function play() {
    const replayPlayer = player()
    // Elsewhere the focused element handles the space bar.
    const isElsewhere = document.activeElement?.matches('button, a, summary, input')
    if (!replayPlayer || isElsewhere) return false
    replayPlayer.togglePlay()
  }

  function openRecord() {
    // Elsewhere the focused element handles Enter.
    const isElsewhere = !document.activeElement?.matches('body, .leaflet-container')
    // While a zone is drawn, Enter finishes it.
    const isDrawing = store.getState().zoneDraft !== null
    if (selectedId === null || isElsewhere || isDrawing) return false
    void open(selectedId)
  }

  function close() {
    if (stopPlacing()) return
    if (cancelDrawing(store)) return
    const { isAreaOpen, isFilterPanelOpen } = store.getState()
    if (!isAreaOpen && leaveField()) return
    if (isAreaOpen) {
      store.setState({ isAreaOpen: false })
      focus.areaLine.current?.focus()
    } else if (panel === 'vehicles' && isFilterPanelOpen) {
      store.setState({ isFilterPanelOpen: false })
    } else if (selectedId !== null) {
      select(null)
    } else if (panel === 'due' && store.getState().dueBooking) {
      store.setState({ dueBooking: null })
    } else if (panel === 'pickup') {
      void closePickup()
    } else if (replay.isOn) {
      toggleReplay()
    } else {
      return false
    }
    // The focused element may be gone with the part that was closed.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) focus.focusList()
    })
  }

  return {
    '/': [
      'Find an address, a place or a vehicle; on the pick-up board, the pick-up point',
      goToField,
    ],
    s: ['Go to the radius and type fields', goToSearch],
    f: ['Open or close the filters', toggleFilters],
    l: ['Go to the list', goToList],
    m: ['Go to the map', () => map.focus()],
    b: ['Open the pick-up board, under Due for the open booking', openBoard],
    d: ['Open the bookings that are due', openDue],
    z: ['Open the board of the zones', () => show('zones')],
    0: ['Go back to the home area', goHome],
    u: [
      'Take back the last change of area, filters, pick-up or star, or the deletion of a zone',
      undo,
    ],
    w: ['Watch the vehicle selected or pointed at, or stop watching it', watch],
    p: ['Pause or resume live updates', togglePause],
    r: ['Refresh now', live.refresh],
    h: ['Replay what was recorded here, or go back to live', toggleReplay],
    ' ': ['In a replay: play or pause', play],
    '[': ['In a replay: one update back', () => player()?.step(-1) ?? replay.isOn],
    ']': ['In a replay: one update forward', () => player()?.step(1) ?? replay.isOn],
    t: ['Show or hide call signs on the map', () => labels.setOn(!labels.isOn)],
    e: ['Show or hide the wait map', () => waitMap.setOn(!waitMap.isOn)],
    Enter: ['Open the record of the selected vehicle', openRecord],
    Escape: [
      'Leave the field; close the drawing of a zone, the search, the filters, the selection, the booking, the pick-up board or the replay',
      close,
    ],
    '?': ['Show these shortcuts', () => store.setState({ isHelpOpen: true })],
  }
}

const movements = [
  {
    keys: ['↑', '↓', 'Page Up', 'Page Down', 'Home', 'End'],
    effect: 'In the list: select another vehicle',
  },
  {
    keys: ['↑', '↓', '←', '→'],
    effect:
      'On the map: select the nearest vehicle in that direction, or move the map if none is selected',
  },
  {
    keys: ['Shift F10'],
    effect: 'In the list or on the map: what can be done with the selected vehicle, or here',
  },
] as const

// Viewers have no recordings.
const OF_REPLAY: readonly string[] = ['h', ' ', '[', ']']

/** Keys and their effects as the dialog lists them. */
export function useShortcutRows(shortcuts: Shortcuts) {
  const { canOpen } = useReplay()
  const isViewer = useIsViewer()
  const bound = Object.entries(shortcuts).filter(([key]) => {
    if (key === 'd') return !isViewer
    return canOpen || !OF_REPLAY.includes(key)
  })
  const rows = bound.map(([key, [effect]]) => ({ keys: [key === ' ' ? 'Space' : key], effect }))
  return [...rows, ALERTS_ROW, ...movements]
}

/** Binds the keys of the page. */
export function usePageKeys(): Shortcuts {
  const shortcuts = useShortcuts()
  const byKey: ReadonlyMap<string, Shortcut> = new Map(Object.entries(shortcuts))
  usePageKey((key) => {
    const [, effect] = byKey.get(key) ?? []
    return effect !== undefined && effect() !== false
  })
  return shortcuts
}

/** @returns false when no field has the focus */
function leaveField(): boolean {
  const field = document.activeElement
  if (!(field instanceof HTMLElement && field.matches(FIELDS))) return false
  field.blur()
  return true
}
