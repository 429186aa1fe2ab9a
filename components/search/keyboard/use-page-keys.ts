'use client'

import { FIELDS, usePageKey } from '@/components/layout/page-keys'
import type { SearchPage } from '@/components/search/search-context'
import type { PanelName } from '@/components/search/view/view-parameters'
import { type ShortcutAction, shortcuts } from './shortcuts'

/** Binds the shortcuts of the map page, each of which returns false to leave its key to the browser. */
export function usePageKeys(page: SearchPage): void {
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

  const effects: Readonly<Record<ShortcutAction, () => unknown>> = {
    find: goToField,
    search() {
      page.showSheet()
      setAreaOpen(true)
      // The field is there before, but hidden.
      focusSoon(() => (refs.firstField.current?.offsetParent ? refs.firstField.current : null))
    },
    filters() {
      const opens = panel !== 'vehicles' || !filtersOpen
      show('vehicles')
      setFiltersOpen(opens)
      if (opens) focusSoon(() => refs.filters.current?.querySelector('button'))
    },
    list() {
      if (panel === 'saved') show('vehicles')
      refs.focusList()
    },
    map() {
      map.current?.querySelector<HTMLElement>('.leaflet-container')?.focus()
    },
    board() {
      show('pickup')
      goToField()
    },
    watch() {
      const id = selectedId ?? page.hoveredId.current
      if (id === null) return false
      page.watched.toggle(id)
    },
    pause: () => (replay.player ? replay.player.togglePlay() : page.setPaused(!page.paused)),
    replay: toggleReplay,
    play() {
      // Elsewhere the focused element handles the space bar.
      if (!player || document.activeElement?.matches('button, a, summary, input')) return false
      player.togglePlay()
    },
    stepBack: () => player?.step(-1) ?? replay.isOn,
    stepForward: () => player?.step(1) ?? replay.isOn,
    refresh: live.refresh,
    labels: () => page.labels.setOn(!page.labels.isOn),
    waits: () => page.waitMap.setOn(!page.waitMap.isOn),
    open() {
      // Elsewhere the focused element handles Enter.
      if (selectedId === null || !document.activeElement?.matches('body, .leaflet-container')) return false
      void page.open(selectedId)
    },
    help: () => page.setHelpOpen(true),
    close() {
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
    },
  }
  usePageKey((key) => {
    const action = shortcuts.find(({ keys }) => (keys as readonly string[]).includes(key))?.action
    return action !== undefined && effects[action]() !== false
  })
}

/** @returns false when no field has the focus */
function leaveField(): boolean {
  const field = document.activeElement
  if (!(field instanceof HTMLElement && field.matches(FIELDS))) return false
  field.blur()
  return true
}
