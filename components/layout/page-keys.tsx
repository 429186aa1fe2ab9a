'use client'

import { usePathname } from 'next/navigation'
import { useEffect, useEffectEvent, useState } from 'react'
import { onDemand } from '@/components/ui/on-demand'
import { isPublicPage } from '@/lib/api/contract/pages'
import type { ShortcutRow } from './shortcuts-dialog'

/** Fields in which keys are text. */
export const FIELDS =
  'input:not([type=checkbox]):not([type=radio]):not([type=range]), textarea, select, [contenteditable]'

/**
 * The key that a page may act on; null for text in a field, with a modifier, in a dialog, for
 * one that an element closer to the focus has handled, and for one held down: the element that
 * it was pressed on may be gone.
 */
export function pageKey(event: KeyboardEvent): string | null {
  const { key, ctrlKey, altKey, metaKey, defaultPrevented, isComposing, repeat, target } = event
  if (ctrlKey || altKey || metaKey || defaultPrevented || isComposing || repeat) return null
  if (key.length === 1 && target instanceof Element && target.matches(FIELDS)) return null
  return document.querySelector('dialog[open]') ? null : shortcutOf(event)
}

/** Signs of shortcuts, by the key that has them on a Latin keyboard. */
const SIGNS: Readonly<Record<string, readonly [plain: string, shifted: string]>> = {
  Slash: ['/', '?'],
  BracketLeft: ['[', '{'],
  BracketRight: [']', '}'],
}

/**
 * The key as on a Latin keyboard without Caps Lock: on a Russian one, `w`
 * is the key that writes "ц".
 */
function shortcutOf(event: KeyboardEvent): string {
  const { key, code, shiftKey } = event
  const isNamed = key.length !== 1
  if (isNamed || /^[/?[\] ]$/.test(key)) return key
  if (/^\p{Script=Latin}$/u.test(key))
    return event.getModifierState('CapsLock') && !shiftKey ? key.toLowerCase() : key
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? []
  if (letter !== undefined) return shiftKey ? letter : letter.toLowerCase()
  // A sign of this layout may be on the key of another one.
  const [plain, shifted] = (!/^\p{ASCII}$/u.test(key) && SIGNS[code]) || [key, key]
  return shiftKey ? shifted : plain
}

/**
 * Binds keys of a page.
 * @param onKey returns true for one that the browser must not handle as well
 */
export function usePageKey(onKey: (key: string) => boolean): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const key = pageKey(event)
    if (key !== null && onKey(key)) event.preventDefault()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handle(event)
    // On the window, after elements closer to the focus: Leaflet closes its own popup on Escape.
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}

const ShortcutsDialog = onDemand(() => import('./shortcuts-dialog'), 'ShortcutsDialog')

const MOVES = ['↑', '↓', 'Page Up', 'Page Down', 'Home', 'End']

const everywhere: readonly ShortcutRow[] = [
  { keys: ['Escape'], effect: 'Close a dialog, a menu or an explanation' },
  { keys: ['?'], effect: 'Show these shortcuts' },
]

const inVehicle: readonly ShortcutRow[] = [
  { keys: ['w'], effect: 'Watch this vehicle, or stop watching it' },
]

const inBookings: readonly ShortcutRow[] = [
  { keys: ['/'], effect: 'Find in the records' },
  { keys: ['Ctrl Enter'], effect: 'In the field for records: open them' },
  { keys: MOVES, effect: 'In the list: select another record' },
  { keys: ['Enter'], effect: 'In the list: open the selected record' },
]

/** `?` on pages other than the map, which has its own, and the sign-in. */
export function PageShortcuts() {
  const path = usePathname()
  const hasNone = path === '/' || isPublicPage(path)
  const [isOpen, setIsOpen] = useState(false)
  usePageKey((key) => {
    if (key === '?' && !hasNone) setIsOpen(true)
    return false
  })
  return isOpen && !hasNone ? (
    <ShortcutsDialog rows={keysOf(path)} onClose={() => setIsOpen(false)} />
  ) : null
}

function keysOf(path: string): readonly ShortcutRow[] {
  if (path === '/bookings') return [...inBookings, ...everywhere]
  if (path.startsWith('/vehicles/') && path !== '/vehicles/example')
    return [...inVehicle, ...everywhere]
  return everywhere
}
