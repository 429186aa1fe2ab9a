import type L from 'leaflet'

/** A mouse over a map, by the events that a real one causes. */
export function createPointer(map: L.Map) {
  const frame = map.getContainer().getBoundingClientRect()
  let over: Element | null = null
  return {
    /** @param point of the map's container */
    moveTo({ x, y }: L.Point): void {
      const at = { bubbles: true, clientX: frame.left + x, clientY: frame.top + y }
      const element = document.elementFromPoint(at.clientX, at.clientY)
      if (element !== over) {
        over?.dispatchEvent(new MouseEvent('mouseout', { ...at, relatedTarget: element }))
        element?.dispatchEvent(new MouseEvent('mouseover', { ...at, relatedTarget: over }))
        over = element
      }
      element?.dispatchEvent(new MouseEvent('mousemove', at))
    },
  }
}
