'use client'

import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { FIELDS, usePageKey } from '@/components/layout/page-keys'
import type { Pickup } from '@/components/search/pickup/use-pickup'
import type { useReplay } from '@/components/search/use-replay'
import type { SearchState } from '@/components/search/view/search-state'
import type { PanelName } from '@/components/search/view/view-parameters'
import type { Watched } from '@/lib/api/queries/watch-list'
import type { LiveState } from '@/lib/live/client/live-area'
import { type ShortcutAction, shortcuts } from './shortcuts'

interface Layer {
  readonly isOn: boolean
  readonly setOn: (isOn: boolean) => unknown
}

/** Parts of the map page that keys change. */
interface Parts {
  readonly live: LiveState
  readonly replay: ReturnType<typeof useReplay>
  readonly paused: boolean
  readonly setPaused: (paused: boolean) => void
  readonly labels: Layer
  readonly waitMap: Layer
  readonly watched: Pick<Watched, 'toggle'>
  /** The vehicle whose tooltip is shown. */
  readonly hoveredId: RefObject<string | null>
  readonly pickup: Pick<Pickup, 'stopPlacing'>
  readonly select: (id: null) => void
  readonly open: (id: string) => Promise<void>
  /** On a phone the sheet may hide the panel. */
  readonly showSheet: () => void
}

/** Binds the shortcuts of the map page, each of which returns false to leave its key to the browser. @returns refs of the elements that they focus, and what they open */
export function usePageKeys(state: SearchState, parts: Parts) {
  /** The details of the area are open. */
  const [areaOpen, setAreaOpen] = useState(false)
  const [filtersOpen, setFiltersOpen] = useState(false)
  const [helpOpen, setHelpOpen] = useState(false)
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
      const before = shownList.current
      shownList.current = element
      // A refresh may remove the focused list for a moment.
      if (element === null && document.activeElement === before) focusSoon(() => shownList.current)
    },
    [focusSoon],
  )
  const { selectedId, panel } = state
  const { live, replay, labels, waitMap, paused } = parts
  const player = replay.isOn ? replay.player : null
  const toggleReplay = () => replay.toggle(live)

  const show = (name: PanelName) => {
    parts.showSheet()
    if (panel !== name) void state.setPanel(name)
  }

  const goToField = () => {
    searchField.current?.focus()
    searchField.current?.select()
  }

  const effects: Readonly<Record<ShortcutAction, () => unknown>> = {
    find: goToField,
    search() {
      parts.showSheet()
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
      const id = selectedId ?? parts.hoveredId.current
      if (id === null) return false
      parts.watched.toggle(id)
    },
    pause: () => (replay.player ? replay.player.togglePlay() : parts.setPaused(!paused)),
    replay: toggleReplay,
    play() {
      // Elsewhere the focused element handles the space bar.
      if (!player || document.activeElement?.matches('button, a, summary, input')) return false
      player.togglePlay()
    },
    stepBack: () => player?.step(-1) ?? replay.isOn,
    stepForward: () => player?.step(1) ?? replay.isOn,
    refresh: live.refresh,
    labels: () => labels.setOn(!labels.isOn),
    waits: () => waitMap.setOn(!waitMap.isOn),
    open() {
      // Elsewhere the focused element handles Enter.
      if (selectedId === null || !document.activeElement?.matches('body, .leaflet-container')) return false
      void parts.open(selectedId)
    },
    help: () => setHelpOpen(true),
    close() {
      if (parts.pickup.stopPlacing()) return
      if (!areaOpen && leaveField()) return
      if (areaOpen) {
        setAreaOpen(false)
        areaLine.current?.focus()
      } else if (panel === 'vehicles' && filtersOpen) setFiltersOpen(false)
      else if (selectedId !== null) parts.select(null)
      else if (panel === 'pickup') void state.closePickup()
      else if (replay.isOn) toggleReplay()
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
  return {
    map,
    refs: { areaLine, firstField, searchField, filters, list, focusList },
    opened: { areaOpen, setAreaOpen, filtersOpen, setFiltersOpen, helpOpen, setHelpOpen },
  }
}

/** @returns false when no field has the focus */
function leaveField(): boolean {
  const field = document.activeElement
  if (!(field instanceof HTMLElement && field.matches(FIELDS))) return false
  field.blur()
  return true
}

/** @returns focuses an element, at once or as soon as it is rendered, unless a key or the pointer is used before */
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
    attempt()
  }, [])
}
