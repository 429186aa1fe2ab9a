import * as L from 'leaflet'
import { useEffect, useState } from 'react'
import { Marker } from 'react-leaflet'
import { onEarth } from '@/components/map/projection'
import { nearWords } from '@/lib/format/text'
import type { Position } from '@/lib/interface/resources'
import { useNearestCopy } from './use-nearest-copy'

const icon = L.divIcon({
  className: 'map-pickup',
  iconSize: [32, 40],
  iconAnchor: [16, 38],
  html: '<svg viewBox="-16 -38 32 40" aria-hidden="true"><path d="M0 0C-4-9-12-14-12-23a12 12 0 1 1 24 0C12-14 4-9 0 0Z"/><path d="M-4.5-23H4.5M0-27.5V-18.5"/></svg>',
})

/** The pick-up point, to be dragged elsewhere; clicks on it go to the map below. */
export function PickupPin({
  position,
  near,
  onMove,
}: {
  readonly position: Position
  /** The address or street near it; null while unknown. */
  readonly near: string | null
  readonly onMove: ((position: Position) => void) | undefined
}) {
  const here = useNearestCopy(position)
  const [marker, setMarker] = useState<L.Marker | null>(null)
  const title = `Pick-up point${near === null ? '' : ` ${nearWords(near)}`}: drag it elsewhere`
  // Leaflet reads its option once.
  useEffect(() => marker?.getElement()?.setAttribute('title', title), [marker, title])
  return (
    <Marker
      ref={setMarker}
      position={here}
      icon={icon}
      alt="Pick-up point"
      draggable={onMove !== undefined}
      bubblingMouseEvents
      // It can be typed in the board.
      keyboard={false}
      eventHandlers={{ dragend: ({ target }) => onMove?.(onEarth(target.getLatLng())) }}
    />
  )
}
