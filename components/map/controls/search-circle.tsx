'use client'

import L from 'leaflet'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { Circle as CircleOutline, Marker, Polygon } from 'react-leaflet'
import { useNearestCopy } from '@/components/map/canvas/use-nearest-copy'
import { destination, distanceMetres } from '@/lib/interface/geometry'
import type { Position } from '@/lib/interface/resources'
import { movedBy, resizedBy, SMALLEST_RADIUS_METRES } from './circle-keys'

export interface Circle {
  readonly position: Position
  /** Metres. */
  readonly radius: number
}

const RING_POINTS = 120

/** Arrow keys rest for so long before their search is asked for. */
const TYPING_MS = 500

// A circle as far as this can be told from the whole map no longer.
const LARGEST_DRAWN_METRES = 5_000_000

const centreIcon = L.divIcon({
  className: 'map-centre',
  iconSize: [44, 44],
  html: '<svg viewBox="-22 -22 44 44" aria-hidden="true"><path d="M0-15V15M-15 0H15"/><circle r="8"/></svg>',
})

const handleIcon = L.divIcon({
  className: 'map-handle',
  iconSize: [44, 44],
  html: '<svg viewBox="-22 -22 44 44" aria-hidden="true"><circle r="8"/><path d="M-4 0H4M-2-2-4 0-2 2M2-2 4 0 2 2"/></svg>',
})

/** The circle searched, with its centre and radius to drag; what lies outside is shaded, because it is unknown. */
export function SearchCircle({
  circle,
  onChange,
}: {
  readonly circle: Circle
  readonly onChange: (circle: Circle) => void
}) {
  // While a handle is dragged the circle follows; the search is asked for once, at the end.
  const [dragged, setDragged] = useState<Circle | null>(null)
  // As are the arrow keys on one, until they rest.
  const [typed, setTyped] = useState<Circle | null>(null)
  const { position: asked, radius } = dragged ?? typed ?? circle
  const position = useNearestCopy(asked)
  const ring = useMemo(
    () =>
      Array.from({ length: RING_POINTS }, (_, step) =>
        destination(position, (step * 360) / RING_POINTS, radius),
      ),
    [position, radius],
  )
  const unknown = useMemo(() => [worldAround(position.lng), ring], [position.lng, ring])
  const finish = (change: Circle) => {
    setDragged(null)
    setTyped(null)
    onChange(change)
  }
  const finishTyped = useEffectEvent(finish)
  useEffect(() => {
    if (!typed) return
    const timer = setTimeout(() => finishTyped(typed), TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const onKey = (change: typeof movedBy) => (event: L.LeafletKeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey } = event.originalEvent
    const next = altKey || ctrlKey || metaKey ? null : change(key, { position: asked, radius })
    if (!next) return
    event.originalEvent.preventDefault()
    setTyped({ ...next, position: onEarth(L.latLng(next.position)) })
  }
  return (
    <>
      {radius <= LARGEST_DRAWN_METRES ? (
        <>
          <Polygon
            positions={unknown}
            interactive={false}
            smoothFactor={0}
            className="map-unknown"
            stroke={false}
          />
          <CircleOutline
            center={position}
            radius={radius}
            interactive={false}
            className="map-circle"
            weight={2}
            fill={false}
          />
        </>
      ) : null}
      <Marker
        position={position}
        draggable
        icon={centreIcon}
        title="Centre of the search: drag it, or move it with the arrow keys"
        alt="Centre of the search"
        eventHandlers={{
          drag: (event) => setDragged({ position: onEarth(event.target.getLatLng()), radius }),
          dragend: (event) => finish({ position: onEarth(event.target.getLatLng()), radius }),
          keydown: onKey(movedBy),
        }}
      />
      {radius <= LARGEST_DRAWN_METRES ? (
        <Marker
          position={destination(position, 90, radius)}
          draggable
          icon={handleIcon}
          // Leaflet reads it once: the number stands in the form.
          title="Radius of the search: drag it, or change it with the arrow keys"
          alt="Radius of the search"
          eventHandlers={{
            drag: (event) =>
              setDragged({ position: asked, radius: radiusTo(asked, event.target.getLatLng()) }),
            dragend: (event) =>
              finish({ position: asked, radius: radiusTo(asked, event.target.getLatLng()) }),
            keydown: onKey(resizedBy),
          }}
        />
      ) : null}
    </>
  )
}

function onEarth(point: L.LatLng): Position {
  const { lat, lng } = point.wrap()
  return { lat: Math.max(-90, Math.min(90, lat)), lng }
}

/** Whole metres. */
function radiusTo(from: Position, to: L.LatLng): number {
  return Math.max(SMALLEST_RADIUS_METRES, Math.round(distanceMetres(from, onEarth(to))))
}

function worldAround(lng: number): Position[] {
  return [
    { lat: -90, lng: lng - 360 },
    { lat: 90, lng: lng - 360 },
    { lat: 90, lng: lng + 360 },
    { lat: -90, lng: lng + 360 },
  ]
}
