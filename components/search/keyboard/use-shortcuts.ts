'use client'

import { useEffect, useEffectEvent } from 'react'
import { actionOf, type ShortcutAction } from './shortcuts'

const FIELDS = 'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]'

/**
 * Binds the keys of the shortcuts' table.
 * @param does each returns false when it has nothing to do, so that the key is the browser's
 */
export function useShortcuts(does: Readonly<Record<ShortcutAction, () => unknown>>): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, altKey, metaKey, defaultPrevented, isComposing, target } = event
    const action = actionOf({
      key,
      ctrlKey,
      altKey,
      metaKey,
      defaultPrevented,
      isComposing,
      inField: target instanceof Element && target.matches(FIELDS),
      inDialog: document.querySelector('dialog[open]') !== null,
    })
    if (action && does[action]() !== false) event.preventDefault()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    // On the window, so that whoever is nearer comes first: Leaflet closes its own popup on Escape.
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}
