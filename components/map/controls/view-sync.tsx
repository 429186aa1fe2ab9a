import * as L from 'leaflet'
import { useEffect, useRef } from 'react'
import { useMap, useMapEvents } from 'react-leaflet'
import { nearestCopy, viewOf } from '@/components/map/projection'
import type { Circle, Covers, Revealed, View } from '@/components/map/types'
import { reveal } from './reveal'

const SAME_PLACE_DEGREES = 1e-5

// Leaflet's bounds of a larger circle reach past the poles.
const LARGEST_FIT_METRES = 5_000_000

// Half of the radius handle, which is drawn on the circle's edge.
export const CIRCLE_FIT: L.FitBoundsOptions = { padding: [24, 24] }

/**
 * Synchronises the map with the view in the URL. Only another view, or a new circle without a view,
 * moves the map; a refresh never does.
 */
export function ViewSync({
  view,
  circle,
  revealed,
  covers,
  onChange,
  onDrag,
}: {
  readonly view: View | null
  readonly circle: Circle
  /** Brought into view, once for each new object; the first is the most important. */
  readonly revealed: readonly Revealed[] | null
  readonly covers: Covers
  readonly onChange: (view: View) => void
  readonly onDrag: (() => void) | undefined
}) {
  const map = useMap()
  const fitted = useRef(circle)
  const hadView = useRef(view !== null)
  const isMoving = useRef(false)
  const reported = useRef<View | null>(null)

  useMapEvents({
    dragstart() {
      onDrag?.()
    },
    movestart() {
      isMoving.current = true
    },
    moveend() {
      isMoving.current = false
      reported.current = viewOf(map)
      onChange(reported.current)
    },
  })

  useEffect(() => {
    // The map may be on its way from the view that it reported last.
    if (view && !(reported.current && isSame(view, reported.current)) && !isSame(view, viewOf(map)))
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
    if (!revealed) return
    const run = () => reveal(map, revealed, covers)
    // Controls that cover the map may be rendered with the next state only.
    const request = requestAnimationFrame(() => {
      if (isMoving.current) map.once('moveend', run)
      else run()
    })
    return () => {
      cancelAnimationFrame(request)
      map.off('moveend', run)
    }
  }, [map, revealed, covers])

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

function isSame(a: View, b: View): boolean {
  return (
    a.zoom === b.zoom &&
    Math.abs(a.position.lat - b.position.lat) < SAME_PLACE_DEGREES &&
    Math.abs(a.position.lng - b.position.lng) < SAME_PLACE_DEGREES
  )
}
