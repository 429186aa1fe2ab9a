'use client'

import { useEffect } from 'react'
import { useMap } from 'react-leaflet'
import type { Direction } from './nearest-in-direction'

const directions: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}

/** Offers the arrow keys of the focused map to others before Leaflet pans with them. */
export function ArrowKeys({ onArrow }: { readonly onArrow: (direction: Direction) => boolean }) {
  const map = useMap()
  useEffect(() => {
    const container = map.getContainer()
    const listen = (event: KeyboardEvent) => {
      const direction = directions[event.key]
      if (!direction || event.target !== container) return
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      if (!onArrow(direction)) return
      event.preventDefault()
      // Leaflet listens at the document.
      event.stopPropagation()
    }
    container.addEventListener('keydown', listen)
    return () => container.removeEventListener('keydown', listen)
  }, [map, onArrow])
  return null
}
