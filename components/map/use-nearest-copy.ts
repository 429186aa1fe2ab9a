'use client'

import { useMemo, useState } from 'react'
import { useMap, useMapEvents } from 'react-leaflet'
import type { Position } from '@/lib/schema/resources'
import { nearestCopy } from './mercator'

/** A position on the copy of the world that the map looks at. Can only be used in a descendant of <MapContainer>. */
export function useNearestCopy(position: Position): Position {
  const map = useMap()
  const { lat, lng } = position
  const centreLng = () => map.getCenter().lng
  const [nearLng, setNearLng] = useState(centreLng)
  useMapEvents({ moveend: () => setNearLng(centreLng()) })
  const copy = nearestCopy({ lat, lng }, nearLng)
  return useMemo(() => ({ lat, lng: copy.lng }), [lat, copy.lng])
}
