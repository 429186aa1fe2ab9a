import { useEffect, useEffectEvent } from 'react'

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
  const [, digit] = /^(?:Digit|Numpad)(\d)$/.exec(code) ?? []
  if (digit !== undefined && /^\p{Nd}$/u.test(key)) return digit
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
