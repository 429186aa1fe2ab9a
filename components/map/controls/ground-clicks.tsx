import { useEffect } from 'react'
import { useMap } from 'react-leaflet'

// Markers too: one removed at the end of its drag leaves the click to the pane below.
const CONTROLS =
  '.leaflet-popup, .leaflet-control, .leaflet-marker-icon, a, button, input, select, textarea'

const BUBBLING_TYPES = ['click', 'dblclick', 'contextmenu', 'keydown', 'keypress', 'keyup']

/**
 * Keeps clicks on controls from Leaflet's map where its own mark on them fails: the handler removed
 * the control, the button was released elsewhere than pressed, or the second of a double-click came
 * after the control had gone.
 */
export function GroundClicks() {
  const map = useMap()
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    const container = map.getContainer()
    const isGround = (target: EventTarget | null) =>
      target instanceof Element && container.contains(target) && !target.closest(CONTROLS)
    let pressedGround = true
    let clickedGround = true

    const onPress = ({ target }: PointerEvent) => {
      pressedGround = isGround(target)
    }
    // `detail` counts clicks in a row; 0 comes from a key or a script, without a press.
    const onClick = (event: MouseEvent) => {
      const { detail } = event
      clickedGround = detail === 0 || (pressedGround && (detail === 1 || clickedGround))
      withhold(event)
    }
    const withhold = (event: MouseEvent) => {
      if (!clickedGround && isGround(event.target)) event.stopPropagation()
    }
    window.addEventListener('pointerdown', onPress, { signal, capture: true })
    window.addEventListener('click', onClick, { signal, capture: true })
    window.addEventListener('dblclick', withhold, { signal, capture: true })

    // Leaflet listens at the container: events pass its children before.
    for (const child of container.children)
      for (const type of BUBBLING_TYPES) child.addEventListener(type, stopRemoved, { signal })
    return () => listening.abort()
  }, [map])
  return null
}

function stopRemoved(event: Event): void {
  if (event.target instanceof Node && !event.target.isConnected) event.stopPropagation()
}
