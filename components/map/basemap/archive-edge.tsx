'use client'

import L from 'leaflet'
import { useEffect } from 'react'
import { useMap } from 'react-leaflet'
import type { MapArchiveState } from '@/lib/contract/answers'
import { boundsOf } from './archive-bounds'

const PANE = 'archive-edge'
const HALF_WORLD_DEGREES = 180

/** A dashed line where the map file ends: beyond it nothing is known, which is not the same as an empty ground. */
export function ArchiveEdge({ archive }: { readonly archive: MapArchiveState }) {
  const map = useMap()
  useEffect(() => {
    const bounds = boundsOf(archive)
    // A file of the world has no edge.
    if (bounds.getEast() - bounds.getWest() >= HALF_WORLD_DEGREES * 2) return
    const pane = map.getPane(PANE) ?? map.createPane(PANE)
    pane.style.zIndex = '210'
    const edge = L.rectangle(bounds, {
      pane: PANE,
      interactive: false,
      fill: false,
      weight: 1.5,
      dashArray: '6 5',
      className: 'map-edge',
      renderer: L.svg({ pane: PANE }),
    }).addTo(map)
    return () => void edge.remove()
  }, [map, archive])
  return null
}
