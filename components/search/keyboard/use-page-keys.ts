'use client'

import { useCallback, useEffect, useRef } from 'react'
import { FIELDS, usePageKey } from '@/components/layout/page-keys'
import type { SearchState } from '@/components/search/view/search-state'
import type { PanelName } from '@/components/search/view/view-parameters'
import type { ReplayPlayer } from '@/lib/live/client/replay/replay-player'
import { type ShortcutAction, shortcuts } from './shortcuts'

/** Effects of the keys of the map page, other than moving the focus. */
interface PageActions {
  readonly areaOpen: boolean
  readonly setAreaOpen: (open: boolean) => void
  readonly filtersOpen: boolean
  readonly setFiltersOpen: (open: boolean) => void
  readonly togglePause: () => void
  /** The vehicle whose tooltip is shown. */
  readonly hoveredId: () => string | null
  readonly toggleWatched: (id: string) => void
  readonly refresh: () => void
  readonly isReplay: boolean
  readonly toggleReplay: () => void
  /** Null while the present is shown, and until the past is loaded. */
  readonly replay: Pick<ReplayPlayer, 'togglePlay' | 'step'> | null
  readonly toggleLabels: () => void
  readonly toggleWaits: () => void
  readonly openHelp: () => void
  readonly select: (id: null) => void
  readonly open: (id: string) => Promise<void>
  /** Ends the placing of the pick-up pin by a click. @returns false when there is none */
  readonly stopPlacing: () => boolean
  /** On a phone the sheet may hide the panel. */
  readonly showSheet: () => void
}

/** Binds the shortcuts of the map page, each of which returns false to leave its key to the browser. @returns refs of the elements that they focus */
export function usePageKeys(state: SearchState, actions: PageActions) {
  const areaLine = useRef<HTMLButtonElement>(null)
  const firstField = useRef<HTMLInputElement>(null)
  const searchField = useRef<HTMLInputElement>(null)
  const filters = useRef<HTMLElement>(null)
  const shownList = useRef<HTMLDivElement | null>(null)
  const map = useRef<HTMLDivElement>(null)
  const focusSoon = useFocusSoon()
  const focusList = () => focusSoon(() => shownList.current)
  const list = useCallback(
    (element: HTMLDivElement | null) => {
      // A refresh may remove the focused list for a moment.
      if (element === null && document.activeElement === shownList.current) focusSoon(() => shownList.current)
      shownList.current = element
    },
    [focusSoon],
  )
  const { selectedId, panel } = state
  const { areaOpen, setAreaOpen, filtersOpen, setFiltersOpen } = actions

  const show = (name: PanelName) => {
    actions.showSheet()
    if (panel !== name) void state.setPanel(name)
  }

  const goToField = () => {
    searchField.current?.focus()
    searchField.current?.select()
  }

  const effects: Readonly<Record<ShortcutAction, () => unknown>> = {
    find: goToField,
    search() {
      actions.showSheet()
      setAreaOpen(true)
      focusSoon(() => firstField.current)
    },
    filters() {
      const opens = panel !== 'vehicles' || !filtersOpen
      show('vehicles')
      setFiltersOpen(opens)
      if (opens) focusSoon(() => filters.current?.querySelector('button'))
    },
    list() {
      if (panel === 'saved') show('vehicles')
      focusList()
    },
    map() {
      map.current?.querySelector<HTMLElement>('.leaflet-container')?.focus()
    },
    board() {
      show('pickup')
      goToField()
    },
    watch() {
      const id = selectedId ?? actions.hoveredId()
      if (id === null) return false
      actions.toggleWatched(id)
    },
    pause: actions.togglePause,
    replay: actions.toggleReplay,
    play() {
      // Elsewhere the focused element handles the space bar.
      if (!actions.replay || document.activeElement?.matches('button, a, summary, input')) return false
      actions.replay.togglePlay()
    },
    stepBack: () => actions.replay?.step(-1) ?? actions.isReplay,
    stepForward: () => actions.replay?.step(1) ?? actions.isReplay,
    refresh: actions.refresh,
    labels: actions.toggleLabels,
    waits: actions.toggleWaits,
    open() {
      // Elsewhere the focused element handles Enter.
      if (selectedId === null || !document.activeElement?.matches('body, .leaflet-container')) return false
      void actions.open(selectedId)
    },
    help: actions.openHelp,
    close() {
      if (actions.stopPlacing()) return
      if (!areaOpen && leaveField()) return
      if (areaOpen) {
        setAreaOpen(false)
        areaLine.current?.focus()
      } else if (panel === 'vehicles' && filtersOpen) setFiltersOpen(false)
      else if (selectedId !== null) actions.select(null)
      else if (panel === 'pickup') void state.closePickup()
      else if (actions.isReplay) actions.toggleReplay()
      else return leaveField() || false
      // The focused element may be gone with the part that was closed.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) focusList()
      })
    },
  }
  usePageKey((key) => {
    const action = shortcuts.find(({ keys }) => (keys as readonly string[]).includes(key))?.action
    return action !== undefined && effects[action]() !== false
  })
  return { areaLine, firstField, searchField, map, filters, list, focusList }
}

/** @returns false when no field has the focus */
function leaveField(): boolean {
  const field = document.activeElement
  if (!(field instanceof HTMLElement && field.matches(FIELDS))) return false
  field.blur()
  return true
}

/** @returns focuses an element as soon as it is rendered, unless a key or the pointer is used before */
function useFocusSoon() {
  const frame = useRef(0)
  useEffect(() => {
    const cancel = () => cancelAnimationFrame(frame.current)
    const inputs = ['keydown', 'pointerdown'] as const
    // In the capture phase: what the input asks for itself comes after.
    for (const input of inputs) window.addEventListener(input, cancel, true)
    return () => {
      cancel()
      for (const input of inputs) window.removeEventListener(input, cancel, true)
    }
  }, [])
  return useCallback((find: () => HTMLElement | null | undefined) => {
    cancelAnimationFrame(frame.current)
    const from = document.activeElement
    const attempt = () => {
      const element = find()
      if (!element) frame.current = requestAnimationFrame(attempt)
      else if ([from, document.body].includes(document.activeElement)) element.focus()
    }
    frame.current = requestAnimationFrame(attempt)
  }, [])
}
