import { useEffect } from 'react'

/** Later than the menu of browsers that have one for a long press: iOS Safari has none. */
const LONG_PRESS_MS = 650
/** A finger that rests moves less. */
const STEADY_PX = 10

/** Elements that have a menu for `contextmenu`. */
const WITH_MENU = '[data-menu]'

/**
 * Has a long press ask for a menu, by a `contextmenu` event as a right-click gives it, where the
 * browser sends none.
 */
export function LongPress() {
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    let timer: ReturnType<typeof setTimeout> | undefined
    let pressed: PointerEvent | null = null
    let hasFired = false

    function end(): void {
      clearTimeout(timer)
      pressed = null
    }

    function onDown(event: PointerEvent): void {
      // A second finger zooms.
      end()
      hasFired = false
      const { target, pointerType, isPrimary } = event
      if (pointerType !== 'touch' || !isPrimary || !(target instanceof Element)) return
      if (!target.closest(WITH_MENU)) return
      pressed = event
      timer = setTimeout(() => askForMenu(target, event), LONG_PRESS_MS)
    }

    function askForMenu(target: Element, { clientX, clientY }: PointerEvent): void {
      end()
      const place = { clientX, clientY, button: 2, bubbles: true, cancelable: true }
      // Not cancelled: nothing has a menu here, and the end of the press is a click.
      hasFired = !target.dispatchEvent(new MouseEvent('contextmenu', place))
    }

    function onMove({ clientX, clientY }: PointerEvent): void {
      if (!pressed) return
      const moved = Math.hypot(clientX - pressed.clientX, clientY - pressed.clientY)
      if (moved > STEADY_PX) end()
    }

    function onMenu(event: MouseEvent): void {
      if (!event.isTrusted) return
      end()
      // The browser’s own, after the one above.
      if (hasFired) stop(event)
    }

    function onClick(event: MouseEvent): void {
      const isPress = hasFired
      hasFired = false
      // A click without a pointer is of a key, after a press that no click followed.
      const isOfKey = event.detail === 0
      if (isPress && !isOfKey) stop(event)
    }

    const capture = { signal, capture: true }
    window.addEventListener('pointerdown', onDown, capture)
    window.addEventListener('pointermove', onMove, capture)
    window.addEventListener('pointerup', end, capture)
    window.addEventListener('pointercancel', end, capture)
    window.addEventListener('contextmenu', onMenu, capture)
    window.addEventListener('click', onClick, capture)
    return () => {
      end()
      listening.abort()
    }
  }, [])
  return null
}

function stop(event: Event): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}
