/** Whether the menu key or Shift+F10 asked for a menu: such an event has no point of its own. */
export function isFromKeys(event: MouseEvent): boolean {
  const { pointerType } = event as PointerEvent
  const isOfFinger = pointerType === 'touch' || pointerType === 'pen'
  // On a Mac a click with Ctrl is a right-click.
  return !isOfFinger && event.button !== 2 && !event.ctrlKey
}
