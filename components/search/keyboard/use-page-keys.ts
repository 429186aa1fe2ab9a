import { FIELDS, usePageKey } from '@/components/layout/page-keys'
import type { SearchPage } from '@/components/search/search-context'
import type { PanelName } from '@/components/search/view/view-parameters'

/**
 * A key's line in the dialog of `?`, and its effect, which returns false to
 * leave the key to the browser.
 */
type Shortcut = readonly [words: string, effect: () => unknown]

function shortcutsOf(page: SearchPage): Readonly<Record<string, Shortcut>> {
  const { state, refs, map, replay, focusSoon } = page
  const { areaOpen, setAreaOpen, filtersOpen, setFiltersOpen } = page
  const { selectedId, panel } = state
  const { live } = page.view
  const player = replay.isOn ? replay.player : null
  const toggleReplay = () => replay.toggle(live)

  const show = (name: PanelName) => {
    page.showSheet()
    if (panel !== name) void state.setPanel(name)
  }

  const goToField = () => {
    refs.searchField.current?.focus()
    refs.searchField.current?.select()
  }

  function goToSearch() {
    page.showSheet()
    setAreaOpen(true)
    // The field is there before, but hidden.
    focusSoon(() => (refs.firstField.current?.offsetParent ? refs.firstField.current : null))
  }
  function toggleFilters() {
    const opens = panel !== 'vehicles' || !filtersOpen
    show('vehicles')
    setFiltersOpen(opens)
    if (opens) focusSoon(() => refs.filters.current?.querySelector('button'))
  }
  function goToList() {
    if (panel === 'saved') show('vehicles')
    refs.focusList()
  }
  function openBoard() {
    show('pickup')
    goToField()
  }
  function watch() {
    const id = selectedId ?? page.hoveredId.current
    if (id === null) return false
    page.watched.toggle(id)
  }
  function play() {
    // Elsewhere the focused element handles the space bar.
    if (!player || document.activeElement?.matches('button, a, summary, input')) return false
    player.togglePlay()
  }
  function openRecord() {
    // Elsewhere the focused element handles Enter.
    if (selectedId === null || !document.activeElement?.matches('body, .leaflet-container'))
      return false
    void page.open(selectedId)
  }
  function close() {
    if (page.pickup.stopPlacing()) return
    if (!areaOpen && leaveField()) return
    if (areaOpen) {
      setAreaOpen(false)
      refs.areaLine.current?.focus()
    } else if (panel === 'vehicles' && filtersOpen) setFiltersOpen(false)
    else if (selectedId !== null) page.select(null)
    else if (panel === 'pickup') void state.closePickup()
    else if (replay.isOn) toggleReplay()
    else return leaveField() || false
    // The focused element may be gone with the part that was closed.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) refs.focusList()
    })
  }

  return {
    '/': [
      'Find an address, a place or a vehicle; on the pick-up board, the pick-up point',
      goToField,
    ],
    s: ['Go to radius and type of the search', goToSearch],
    f: ['Open or close the filters', toggleFilters],
    l: ['Go to the list', goToList],
    m: [
      'Go to the map',
      () => map.current?.querySelector<HTMLElement>('.leaflet-container')?.focus(),
    ],
    b: ['Open the pick-up board', openBoard],
    w: ['Watch the vehicle selected or pointed at, or stop watching it', watch],
    p: [
      'Pause or resume live updates',
      () => (replay.player ? replay.player.togglePlay() : page.setPaused(!page.paused)),
    ],
    r: ['Refresh now', live.refresh],
    h: ['Replay what was recorded here, or go back to live', toggleReplay],
    ' ': ['In a replay: play or pause', play],
    '[': ['In a replay: one update back', () => player?.step(-1) ?? replay.isOn],
    ']': ['In a replay: one update forward', () => player?.step(1) ?? replay.isOn],
    t: ['Show or hide call signs on the map', () => page.labels.setOn(!page.labels.isOn)],
    e: ['Show or hide the wait map', () => page.waitMap.setOn(!page.waitMap.isOn)],
    Enter: ['Open the record of the selected vehicle', openRecord],
    Escape: [
      'Leave the field; close the search, the filters, the selection, the pick-up board or the replay',
      close,
    ],
    '?': ['Show these shortcuts', () => page.setHelpOpen(true)],
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
] as const

// Viewers have no recordings.
const OF_REPLAY: readonly string[] = ['h', ' ', '[', ']']

export function shortcutRows(page: SearchPage) {
  const bound = Object.entries(shortcutsOf(page)).filter(
    ([key]) => page.replay.canOpen || !OF_REPLAY.includes(key),
  )
  return [
    ...bound.map(([key, [effect]]) => ({ keys: [key === ' ' ? 'Space' : key], effect })),
    ...movements,
  ]
}

export function usePageKeys(page: SearchPage): void {
  const shortcuts: ReadonlyMap<string, Shortcut> = new Map(Object.entries(shortcutsOf(page)))
  usePageKey((key) => {
    const [, effect] = shortcuts.get(key) ?? []
    return effect !== undefined && effect() !== false
  })
}

/** @returns false when no field has the focus */
function leaveField(): boolean {
  const field = document.activeElement
  if (!(field instanceof HTMLElement && field.matches(FIELDS))) return false
  field.blur()
  return true
}
