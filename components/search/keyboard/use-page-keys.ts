'use client'

import { useCallback, useEffect, useEffectEvent, useRef } from 'react'
import type { SearchState } from '@/components/search/view/search-state'
import type { PanelName } from '@/components/search/view/view-parameters'
import type { ReplayPlayer } from '@/lib/live/client/replay/replay-player'
import { actionOf, type ShortcutAction } from './shortcuts'

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

/** Binds the shortcuts of the map page. @returns refs of the elements that they focus */
export function usePageKeys(state: SearchState, actions: PageActions) {
  const areaLine = useRef<HTMLButtonElement>(null)
  const firstField = useRef<HTMLInputElement>(null)
  const searchField = useRef<HTMLInputElement>(null)
  const filters = useAwaitedFocus<HTMLElement>(firstButton)
  const list = useAwaitedFocus<HTMLDivElement>()
  const map = useRef<HTMLDivElement>(null)
  const { selectedId, panel } = state
  const { areaOpen, setAreaOpen, filtersOpen, setFiltersOpen } = actions

  // The element may have to be rendered first.
  const inNextFrame = useNextFrame()
  const show = (name: PanelName) => {
    actions.showSheet()
    if (panel !== name) void state.setPanel(name)
  }

  const goToField = () => {
    searchField.current?.focus()
    searchField.current?.select()
  }

  useShortcuts({
    find: goToField,
    search() {
      actions.showSheet()
      setAreaOpen(true)
      inNextFrame(() => firstField.current?.focus())
    },
    filters() {
      const opens = panel !== 'vehicles' || !filtersOpen
      show('vehicles')
      setFiltersOpen(opens)
      if (opens) inNextFrame(filters.focus)
    },
    list() {
      if (panel === 'saved') show('vehicles')
      inNextFrame(list.focus)
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
      inNextFrame(() => {
        if (document.activeElement === document.body) list.focus()
      })
    },
  })
  return {
    ...{ areaLine, firstField, searchField, map },
    filters: filters.ref,
    list: list.ref,
    focusList: list.focus,
  }
}

function firstButton(element: HTMLElement): HTMLElement | null {
  return element.querySelector('button')
}

/** @returns false when no field has the focus */
function leaveField(): boolean {
  const field = document.activeElement
  if (!(field instanceof HTMLElement && field.matches(FIELDS))) return false
  field.blur()
  return true
}

const FIELDS =
  'input:not([type=checkbox]):not([type=radio]):not([type=range]), textarea, select, [contenteditable]'

/**
 * Binds the keys of the table of shortcuts.
 * @param handlers each returns false to leave the key to the browser
 */
function useShortcuts(handlers: Readonly<Record<ShortcutAction, () => unknown>>): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, altKey, metaKey, defaultPrevented, isComposing, repeat, target } = event
    const action = actionOf({
      key,
      ctrlKey,
      altKey,
      metaKey,
      defaultPrevented,
      isComposing,
      repeat,
      inField: target instanceof Element && target.matches(FIELDS),
      inDialog: document.querySelector('dialog[open]') !== null,
    })
    if (action && handlers[action]() !== false) event.preventDefault()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    // On the window, after elements closer to the focus: Leaflet closes its own popup on Escape.
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}

/**
 * Focuses an element that may not be rendered yet, or that a refresh removes for a moment: as soon as it is there,
 * unless a key or the pointer was used before.
 * @param find the part of it that takes the focus; the same function at every render
 */
function useAwaitedFocus<E extends HTMLElement>(find: (element: E) => HTMLElement | null = itself) {
  const current = useRef<E | null>(null)
  /** The focused element when focus was requested; null without a request. */
  const awaitedFrom = useRef<Element | null>(null)

  const forget = useCallback(() => {
    awaitedFrom.current = null
  }, [])
  useAnyInput(forget)

  const ref = useCallback(
    (element: E | null) => {
      const { activeElement, body } = document
      if (element === null && activeElement !== null && activeElement === current.current)
        awaitedFrom.current = body
      current.current = element
      if (element === null || awaitedFrom.current === null) return
      if (activeElement === awaitedFrom.current || activeElement === body) find(element)?.focus()
      awaitedFrom.current = null
    },
    [find],
  )

  const focus = useCallback(() => {
    if (current.current) find(current.current)?.focus()
    else awaitedFrom.current = document.activeElement
  }, [find])
  return { ref, focus }
}

function itself(element: HTMLElement): HTMLElement {
  return element
}

/**
 * Calls back on any key or pointer event, in the capture phase, so that pending work can be cancelled first.
 * @param onInput the same function at every render
 */
function useAnyInput(onInput: () => void): void {
  useEffect(() => {
    window.addEventListener('keydown', onInput, true)
    window.addEventListener('pointerdown', onInput, true)
    return () => {
      window.removeEventListener('keydown', onInput, true)
      window.removeEventListener('pointerdown', onInput, true)
    }
  }, [onInput])
}

/** @returns runs a function in the next frame, unless there is any input before it */
function useNextFrame(): (run: () => void) => void {
  const request = useRef(0)
  const cancel = useCallback(() => cancelAnimationFrame(request.current), [])
  useAnyInput(cancel)
  useEffect(() => cancel, [cancel])

  return useCallback((run) => {
    request.current = requestAnimationFrame(run)
  }, [])
}
