import type L from 'leaflet'
import { nextFrame, wait } from './frames'

// Leaflet's canvas handles a mouse move every 32 ms only.
const REST_MS = 36

/** A mouse over a map, simulated by its events. */
export function createPointer(map: L.Map) {
  const frame = map.getContainer().getBoundingClientRect()
  let over: Element | null = null

  /** @param point of the map's container */
  function moveTo({ x, y }: L.Point): void {
    const at = { bubbles: true, clientX: frame.left + x, clientY: frame.top + y }
    const element = document.elementFromPoint(at.clientX, at.clientY)
    if (element !== over) {
      over?.dispatchEvent(new MouseEvent('mouseout', { ...at, relatedTarget: element }))
      element?.dispatchEvent(new MouseEvent('mouseover', { ...at, relatedTarget: over }))
      over = element
    }
    element?.dispatchEvent(new MouseEvent('mousemove', at))
  }

  return {
    /** Text of the tooltip; null without one. */
    async tooltipAt(point: L.Point) {
      moveTo(point)
      await wait(REST_MS)
      await nextFrame()
      return map.getContainer().querySelector('.leaflet-tooltip')?.textContent ?? null
    },
    /** Main-thread milliseconds of a move, at once and in the next frame. */
    async timeTo(point: L.Point) {
      await wait(REST_MS)
      let spentMs = 0
      // Callbacks run in the order of their requests: those of the move run between these two.
      let frameMs = 0
      requestAnimationFrame(() => {
        frameMs = performance.now()
      })
      const startMs = performance.now()
      moveTo(point)
      spentMs += performance.now() - startMs
      await new Promise<void>((resolve) =>
        requestAnimationFrame(() => {
          spentMs += performance.now() - frameMs
          resolve()
        }),
      )
      return spentMs
    },
  }
}
