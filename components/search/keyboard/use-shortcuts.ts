'use client'

import { useEffect, useEffectEvent } from 'react'
import { actionOf, type ShortcutAction } from './shortcuts'

const FIELDS = 'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]'

/**
 * Binds the keys of the table of shortcuts.
 * @param handlers each returns false to leave the key to the browser
 */
export function useShortcuts(handlers: Readonly<Record<ShortcutAction, () => unknown>>): void {
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
    if (action && handlers[action]() !== false) event.preventDefault()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    // On the window, after elements closer to the focus: Leaflet closes its own popup on Escape.
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}
