'use client'

import L from 'leaflet'
import { useEffect, useRef } from 'react'
import { useMap, useMapEvents } from 'react-leaflet'
import { nearestCopy } from '@/components/map/canvas/mercator'
import type { Circle, View } from '@/components/map/types'
import type { Position } from '@/lib/interface/resources'

const SAME_PLACE_DEGREES = 1e-5

// Leaflet's bounds of a larger circle reach past the poles.
const LARGEST_FIT_METRES = 5_000_000

// Half of the radius handle, which is drawn on the circle's edge.
export const CIRCLE_FIT: L.FitBoundsOptions = { padding: [24, 24] }

/**
 * Synchronises the map with the view in the URL. Only another view, or a new circle without a view, moves the map;
 * a refresh never does.
 */
export function ViewSync({
  view,
  circle,
  focus,
  onChange,
}: {
  readonly view: View | null
  readonly circle: Circle
  /** Panned into view at the same zoom: the selected vehicle's position at its selection. */
  readonly focus: Position | null
  readonly onChange: (view: View) => void
}) {
  const map = useMap()
  const fitted = useRef(circle)
  const hadView = useRef(view !== null)

  useMapEvents({
    moveend() {
      const { lat, lng } = map.getCenter().wrap()
      onChange({ position: { lat, lng }, zoom: map.getZoom() })
    },
  })

  useEffect(() => {
    if (view && !isShown(map, view))
      map.setView(nearestCopy(view.position, map.getCenter().lng), view.zoom, { animate: false })
  }, [map, view])

  useEffect(() => {
    // A removed view shows the circle again, even an unchanged one.
    const isRequested = fitted.current !== circle || (hadView.current && view === null)
    hadView.current = view !== null
    if (!isRequested) return
    fitted.current = circle
    if (view === null) map.fitBounds(boundsOf(circle, map.getCenter().lng), CIRCLE_FIT)
  }, [map, circle, view])

  useEffect(() => {
    if (focus) map.panInside(nearestCopy(focus, map.getCenter().lng), { padding: [48, 48] })
  }, [map, focus])

  // The panel changes the map's size without a resize of the window.
  useEffect(() => {
    const container = map.getContainer()
    const observer = new ResizeObserver(() => {
      // A page being left loses its size first: the view would become the map's corner.
      if (container.clientWidth > 0 && container.clientHeight > 0) map.invalidateSize({ pan: false })
    })
    observer.observe(container)
    return () => observer.disconnect()
  }, [map])
  return null
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

function isShown(map: L.Map, { position, zoom }: View): boolean {
  const { lat, lng } = map.getCenter().wrap()
  return (
    map.getZoom() === zoom &&
    Math.abs(lat - position.lat) < SAME_PLACE_DEGREES &&
    Math.abs(lng - position.lng) < SAME_PLACE_DEGREES
  )
}
