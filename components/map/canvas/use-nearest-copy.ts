'use client'

import { useMemo, useState } from 'react'
import { useMap, useMapEvents } from 'react-leaflet'
import type { Position } from '@/lib/interface/resources'
import { nearestCopy } from './mercator'

/** A position on the copy of the world that the map looks at. Can only be used in a descendant of <MapContainer>. */
export function useNearestCopy(position: Position): Position {
  const map = useMap()
  const { lat } = position
  const { lng } = nearestCopy(position, map.getCenter().lng)
  // Only another copy is a reason to render.
  const [, setLng] = useState(lng)
  useMapEvents({ moveend: () => setLng(nearestCopy(position, map.getCenter().lng).lng) })
  return useMemo(() => ({ lat, lng }), [lat, lng])
}
