'use client'

import L from 'leaflet'
import { useEffect, useMemo, useRef } from 'react'
import { Marker, Polyline, useMap, useMapEvents } from 'react-leaflet'
import { nearestCopy } from '@/components/map/canvas/projection'
import { type StatusStyle, shapePaths, statusStyle } from '@/lib/format/status/status-style'
import { MapFrame, pointIcon, setLabel } from './map-frame'
import type { MapPoint, TileSource } from './types'

interface PointMapProps {
  readonly label: string
  readonly points: readonly MapPoint[]
  /** Connects the points in their order by straight lines. */
  readonly line?: boolean
  readonly tiles: TileSource
}

const CLOSEST_ZOOM = 15
const FIT: L.FitBoundsOptions = { padding: [72, 48], maxZoom: CLOSEST_ZOOM, animate: false }
/** More points show their labels only under the pointer. */
const MOST_LABELS = 12

const signs: Record<Exclude<MapPoint['kind'], 'vehicle'>, string> = {
  last: '<circle r="8"/>',
  from: '<circle r="9"/><text y="4">A</text>',
  to: '<rect x="-9" y="-9" width="18" height="18" rx="2"/><text y="4">B</text>',
}

function iconOf({ kind, status = null }: MapPoint): L.DivIcon {
  return pointIcon(kind === 'vehicle' ? signOf(statusStyle(status)) : signs[kind], `map-point-${kind}`)
}

function signOf({ shape, colour }: StatusStyle): string {
  return `<path d="${shapePaths[shape]}" transform="scale(9)" fill="${colour}" fill-rule="evenodd"/>`
}

/** Imported as `PointMap` from ./maps, in the browser only. */
export function PointMap({ label, points, line = false, tiles }: PointMapProps) {
  const shown = useMemo(() => onSameCopy(points), [points])
  const isCrowded = shown.length > MOST_LABELS
  return (
    <section aria-label={label} className="relative isolate size-full overflow-hidden rounded-md">
      <MapFrame bounds={boundsOf(shown)} boundsOptions={FIT} scrollWheelZoom={false} tiles={tiles}>
        {line ? (
          <Polyline
            positions={shown.map(({ position }) => position)}
            interactive={false}
            className="map-journey"
            dashArray="6 6"
          />
        ) : null}
        {shown.map((point, index) => (
          <Marker
            // biome-ignore lint/suspicious/noArrayIndexKey: a point is its place in the order
            key={`${point.kind} ${index}`}
            position={point.position}
            icon={iconOf(point)}
            alt={point.label}
            interactive={isCrowded}
            keyboard={false}
            ref={(marker) => {
              if (shown.length > 1) setLabel(marker, point.label, !isCrowded)
            }}
          />
        ))}
        <Follow points={shown} />
        <Refit points={shown} />
      </MapFrame>
    </section>
  )
}

/** Pans only when a moved point leaves the view. */
function Follow({ points }: { readonly points: readonly MapPoint[] }) {
  const map = useMap()
  const first = useRef(true)
  useEffect(() => {
    if (first.current) {
      first.current = false
      return
    }
    for (const { position } of points) map.panInside(position, { padding: [24, 24] })
  }, [map, points])
  return null
}

/** In another size all points are in view again with their labels, unless the map was moved by hand. */
function Refit({ points }: { readonly points: readonly MapPoint[] }) {
  const isMoved = useRef(false)
  const isFitting = useRef(false)
  const note = () => {
    isMoved.current ||= !isFitting.current
  }
  const map = useMapEvents({
    dragstart: note,
    zoomstart: note,
    keydown: note,
    resize() {
      if (isMoved.current) return
      isFitting.current = true
      map.fitBounds(boundsOf(points), FIT)
      isFitting.current = false
    },
  })
  return null
}

function boundsOf(points: readonly MapPoint[]): L.LatLngBounds {
  return L.latLngBounds(points.map(({ position }) => position))
}

/** Moves points to the copy of the world nearest to the first, so that a journey across ±180° is short. */
function onSameCopy(points: readonly MapPoint[]): MapPoint[] {
  const lng = points[0]?.position.lng ?? 0
  return points.map((point) => ({ ...point, position: nearestCopy(point.position, lng) }))
}
