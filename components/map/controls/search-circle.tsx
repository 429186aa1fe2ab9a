import * as L from 'leaflet'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { Circle as CircleOutline, Marker, Polygon, Tooltip } from 'react-leaflet'
import { covers, PADDING, paddedViewport } from '@/components/map/canvas-layer'
import { onEarth, type Viewport } from '@/components/map/projection'
import type { Circle } from '@/components/map/types'
import { distanceFormat, type Units } from '@/lib/format/position/distance'
import { destination, distanceMetres } from '@/lib/interface/geometry'
import type { Position } from '@/lib/interface/resources'
import { movedBy, resizedBy, SMALLEST_RADIUS_METRES } from './circle-keys'
import { useNearestCopy } from './use-nearest-copy'

const RING_POINTS = 120

/** Pause after the last arrow key before the search starts. */
const TYPING_MS = 500

// Larger circles are not distinguishable from the whole map.
const LARGEST_DRAWN_METRES = 5_000_000

const HANDLE_LABEL_OFFSET = L.point(14, 0)

const centreIcon = L.divIcon({
  className: 'map-centre',
  iconSize: [44, 44],
  // Open in the middle, where a vehicle may be.
  html: '<svg viewBox="-22 -22 44 44" aria-hidden="true"><path d="M0-21V-13M0 21V13M-21 0H-13M21 0H13"/></svg>',
})

const handleIcon = L.divIcon({
  className: 'map-handle',
  iconSize: [44, 44],
  html: '<svg viewBox="-22 -22 44 44" aria-hidden="true"><circle r="8"/><path d="M-4 0H4M-2-2-4 0-2 2M2-2 4 0 2 2"/></svg>',
})

/** The search circle with draggable centre and radius; the unsearched area around it is shaded. */
export function SearchCircle({
  circle,
  onChange,
  onChanging,
  units,
}: {
  readonly circle: Circle
  readonly units: Units
  /** While a handle is moved; null at its end. */
  readonly onChanging?: ((circle: Circle | null) => void) | undefined
  readonly onChange: (circle: Circle) => void
}) {
  // The circle follows a dragged handle; the search starts at the end of the drag.
  const [dragged, setDragged] = useState<Circle | null>(null)
  // Likewise for arrow keys on a handle, until TYPING_MS after the last one.
  const [typed, setTyped] = useState<Circle | null>(null)
  const changing = dragged ?? typed
  const { position: centre, radius } = changing ?? circle
  const report = useEffectEvent((next: Circle | null) => onChanging?.(next))
  useEffect(() => report(changing), [changing])
  const position = useNearestCopy(centre)
  const ring = useMemo(
    () =>
      Array.from({ length: RING_POINTS }, (_, step) =>
        destination(position, (step * 360) / RING_POINTS, radius),
      ),
    [position, radius],
  )
  const unknown = useMemo(() => [worldAround(position.lng), ring], [position.lng, ring])
  const handlePosition = useMemo(() => destination(position, 90, radius), [position, radius])
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
    const next = altKey || ctrlKey || metaKey ? null : change(key, { position: centre, radius })
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
            weight={1.5}
            fill={false}
          />
        </>
      ) : null}
      <Marker
        position={position}
        draggable
        bubblingMouseEvents
        icon={centreIcon}
        title="Centre of the search: drag it or use the arrow keys"
        alt="Centre of the search"
        eventHandlers={{
          drag: (event) => setDragged({ position: onEarth(event.target.getLatLng()), radius }),
          dragend: (event) => finish({ position: onEarth(event.target.getLatLng()), radius }),
          keydown: onKey(movedBy),
        }}
      />
      {radius <= LARGEST_DRAWN_METRES ? (
        <Marker
          position={handlePosition}
          draggable
          bubblingMouseEvents
          icon={handleIcon}
          // Leaflet reads the title once, so it cannot contain the radius.
          title="Radius of the search: drag it or use the arrow keys"
          alt="Radius of the search"
          eventHandlers={{
            drag: (event) =>
              setDragged({ position: centre, radius: radiusTo(centre, event.target.getLatLng()) }),
            dragend: (event) =>
              finish({ position: centre, radius: radiusTo(centre, event.target.getLatLng()) }),
            keydown: onKey(resizedBy),
          }}
        >
          {changing ? (
            <Tooltip
              permanent
              direction="right"
              offset={HANDLE_LABEL_OFFSET}
              className="map-handle-label"
            >
              {distanceFormat(units)(radius)}
            </Tooltip>
          ) : null}
        </Marker>
      ) : null}
    </>
  )
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

/**
 * Leaflet's SVG renderer, which lays out and paints everything after every pan. This one waits
 * until the map has left the drawn part.
 */
export class CircleRenderer extends L.SVG {
  #drawn: Viewport | null = null

  constructor() {
    super({ padding: PADDING })
    this.on('update', () => {
      this.#drawn = paddedViewport(this._map)
    })
  }

  override getEvents() {
    const events = super.getEvents?.() ?? {}
    return {
      ...events,
      moveend: (event: L.LeafletEvent) => {
        if (!covers(this.#drawn, this._map)) events.moveend?.call(this, event)
      },
    }
  }
}
