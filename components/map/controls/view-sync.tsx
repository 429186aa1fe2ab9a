import * as L from 'leaflet'
import { useEffect } from 'react'
import { useMap, useMapEvents } from 'react-leaflet'
import type { MapHandle, MapMover } from '@/components/map/map-handle'
import { nearestCopy, viewOf } from '@/components/map/projection'
import type { Circle, Covers, View } from '@/components/map/types'
import { reveal } from './reveal'

// Leaflet's bounds of a larger circle reach past the poles.
const LARGEST_FIT_METRES = 5_000_000

// Half of the radius handle, which is drawn on the circle's edge.
const CIRCLE_PADDING = 24

export const CIRCLE_FIT: L.FitBoundsOptions = { padding: [CIRCLE_PADDING, CIRCLE_PADDING] }

/** Connects the map with its handle, and shows what the address says. */
export function ViewSync({
  handle,
  view,
  circle,
  covers,
  onChange,
}: {
  readonly handle: MapHandle
  readonly view: View | null
  readonly circle: Circle
  readonly covers: Covers
  readonly onChange: (view: View) => void
}) {
  const map = useMap()
  useMapEvents({
    dragstart: () => handle.dragStarted(),
    movestart: () => handle.moveStarted(),
    moveend() {
      const shown = viewOf(map)
      handle.moveEnded(shown)
      onChange(shown)
    },
  })
  useEffect(() => handle.attach(moverOf(map, covers)), [handle, map, covers])
  useEffect(() => handle.showAddress(view, circle), [handle, view, circle])
  return null
}

function moverOf(map: L.Map, covers: Covers): MapMover {
  return {
    view: () => viewOf(map),
    size() {
      const { x, y } = map.getSize()
      return { width: x, height: y }
    },
    reveal: (revealed) => reveal(map, revealed, covers),
    goTo({ position, zoom }) {
      map.setView(nearestCopy(position, map.getCenter().lng), zoom, { animate: false })
    },
    fit(circle) {
      const bounds = boundsOf(circle, map.getCenter().lng)
      const padding = L.point(2 * CIRCLE_PADDING, 2 * CIRCLE_PADDING)
      const zoom = map.getBoundsZoom(bounds, false, padding)
      map.fitBounds(bounds, CIRCLE_FIT)
      // Leaflet animates a change of zoom from the next frame on.
      return map.getZoom() !== zoom
    },
    focus: () => map.getContainer().focus(),
    afterRender(run) {
      const request = requestAnimationFrame(run)
      return () => cancelAnimationFrame(request)
    },
  }
}

/** The square around a circle, on the copy of the world nearest to a longitude. */
export function boundsOf({ position, radius }: Circle, nearLng: number): L.LatLngBounds {
  return L.latLng(nearestCopy(position, nearLng)).toBounds(Math.min(radius, LARGEST_FIT_METRES) * 2)
}

/** Fits the map to a circle, unless all of it is in view. */
export function showCircle(map: L.Map, circle: Circle): void {
  const bounds = boundsOf(circle, map.getCenter().lng)
  if (!map.getBounds().contains(bounds)) map.fitBounds(bounds, CIRCLE_FIT)
}
