import { useMemo, useState } from 'react'
import { useMap, useMapEvents } from 'react-leaflet'
import { nearestCopy } from '@/components/map/projection'
import type { Position } from '@/lib/interface/resources'

/**
 * A position on the copy of the world nearest to the map's centre. Only in
 * descendants of <MapContainer>.
 */
export function useNearestCopy(position: Position): Position {
  const map = useMap()
  const { lat } = position
  const { lng } = nearestCopy(position, map.getCenter().lng)
  // State changes only with the copy.
  const [, setLng] = useState(lng)
  useMapEvents({ moveend: () => setLng(nearestCopy(position, map.getCenter().lng).lng) })
  return useMemo(() => ({ lat, lng }), [lat, lng])
}
