import { useEffect } from 'react'
import { useMap } from 'react-leaflet'
import type { MapVehicles } from '@/components/map/types'
import type { Position } from '@/lib/interface/resources'
import { type Direction, nearestInDirection } from './nearest-in-direction'

const directions: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}

/** Arrow keys of the focused map select the next vehicle in a direction; without a selection Leaflet pans. */
export function ArrowKeys({
  vehicles,
  selectedId,
  selectedPosition,
  onSelect,
}: {
  readonly vehicles: MapVehicles
  readonly selectedId: string | null
  /** Null when unknown. */
  readonly selectedPosition: Position | null
  readonly onSelect: (id: string) => void
}) {
  const map = useMap()
  useEffect(() => {
    const container = map.getContainer()
    const listen = (event: KeyboardEvent) => {
      const direction = directions[event.key]
      if (selectedId === null || !direction || event.target !== container) return
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      // Leaflet listens on the document.
      event.stopPropagation()
      const next = nearestInDirection(vehicles, selectedPosition, direction)
      if (next !== null) onSelect(next)
    }
    container.addEventListener('keydown', listen)
    return () => container.removeEventListener('keydown', listen)
  }, [map, vehicles, selectedId, selectedPosition, onSelect])
  return null
}
