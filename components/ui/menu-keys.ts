import type { MouseEvent as ReactMouseEvent } from 'react'

/** Where a menu opens, in pixels of the window. */
export interface MenuPoint {
  readonly x: number
  readonly y: number
}

/** Whether the menu key or Shift+F10 asked for a menu: such an event has no point of its own. */
export function isFromKeys(event: MouseEvent): boolean {
  const { pointerType } = event as PointerEvent
  const isOfFinger = pointerType === 'touch' || pointerType === 'pen'
  // On a Mac a click with Ctrl is a right-click.
  return !isOfFinger && event.button !== 2 && !event.ctrlKey
}

/** @param element below which the menu opens for keys */
export function menuPointOf({ nativeEvent }: ReactMouseEvent, element: Element): MenuPoint {
  if (!isFromKeys(nativeEvent)) return { x: nativeEvent.clientX, y: nativeEvent.clientY }
  const { left, bottom } = element.getBoundingClientRect()
  return { x: left, y: bottom }
}
