import * as L from 'leaflet'
import { useEffect, useMemo, useRef } from 'react'
import { Marker, Polyline, useMapEvents } from 'react-leaflet'
import { type StatusStyle, shapePaths, statusStyle } from '@/lib/format/status/status-style'
import type { Position } from '@/lib/interface/resources'
import { MapFrame, type MapFrameProps } from './map-frame'
import { nearestCopy } from './projection'
import type { MapPoint } from './types'

interface PointMapProps extends Pick<MapFrameProps, 'tiles' | 'units'> {
  readonly label: string
  readonly points: readonly MapPoint[]
  /** Connects the points in their order by straight lines. */
  readonly line?: boolean
  /** Ways between the points, each without a gap: nothing is drawn between them. */
  readonly ways?: readonly (readonly Position[])[]
  /** Set off from the ways and brought into view; null for none. */
  readonly chosen?: readonly Position[] | null
}

const FIT: L.FitBoundsOptions = { padding: [72, 48], maxZoom: 15, animate: false }
/** More points show their labels only under the pointer, as do those of ways. */
const MOST_LABELS = 12

const none: readonly never[] = []

/** Imported as `PointMap` from ./maps, in the browser only. */
export function PointMap({
  label,
  points,
  line = false,
  ways = none,
  chosen = null,
  ...frame
}: PointMapProps) {
  // On one copy of the world, so that a journey across ±180° is short.
  const { lng } = points[0]?.position ?? ways[0]?.[0] ?? { lng: 0 }
  const positions = useMemo(
    () => points.map(({ position }) => nearestCopy(position, lng)),
    [points, lng],
  )
  const lines = useMemo(() => ways.map((way) => way.map((at) => nearestCopy(at, lng))), [ways, lng])
  const part = useMemo(() => chosen?.map((at) => nearestCopy(at, lng)) ?? null, [chosen, lng])
  const bounds = L.latLngBounds([...positions, ...lines.flat()])
  const isOnHover = lines.length > 0 || points.length > MOST_LABELS
  return (
    <section aria-label={label} className="relative isolate size-full overflow-hidden rounded-md">
      <MapFrame {...frame} bounds={bounds} boundsOptions={FIT} scrollWheelZoom={false}>
        {line ? (
          <Polyline
            positions={positions}
            interactive={false}
            className="map-journey"
            dashArray="6 6"
          />
        ) : null}
        {lines.length > 0 ? (
          <>
            <Polyline
              positions={lines}
              interactive={false}
              className="map-road-casing"
              weight={6}
            />
            <Polyline positions={lines} interactive={false} className="map-journey" weight={3} />
          </>
        ) : null}
        {part ? (
          <Polyline positions={part} interactive={false} className="map-road" weight={7} />
        ) : null}
        {points.map((point, index) => (
          <Marker
            // biome-ignore lint/suspicious/noArrayIndexKey: a point is its place in the order
            key={`${point.kind} ${index}`}
            position={positions[index] as Position}
            icon={iconOf(point)}
            alt={point.label}
            interactive={isOnHover}
            keyboard={false}
            ref={(marker) => {
              if (isOnHover || points.length > 1) setLabel(marker, point.label, !isOnHover)
            }}
          />
        ))}
        <Camera positions={positions} bounds={bounds} part={part} />
      </MapFrame>
    </section>
  )
}

/**
 * Pans when a moved point leaves the view, and shows a chosen part. In another size all is in view
 * again with its labels, unless the map was moved by hand.
 */
function Camera({
  positions,
  bounds,
  part,
}: {
  readonly positions: readonly Position[]
  readonly bounds: L.LatLngBounds
  readonly part: readonly Position[] | null
}) {
  const isMoved = useRef(false)
  const isFitting = useRef(false)
  const shown = useRef({ positions, part })
  const note = () => {
    isMoved.current ||= !isFitting.current
  }
  const showAll = () => {
    isFitting.current = true
    map.fitBounds(part ? L.latLngBounds([...part]) : bounds, FIT)
    isFitting.current = false
  }
  const map = useMapEvents({
    dragstart: note,
    zoomstart: note,
    keydown: note,
    resize() {
      if (!isMoved.current) showAll()
    },
  })
  useEffect(() => {
    const before = shown.current
    shown.current = { positions, part }
    if (part !== before.part) {
      isMoved.current = false
      showAll()
    } else if (positions !== before.positions)
      for (const position of positions) map.panInside(position, { padding: [24, 24] })
  })
  return null
}

const signs: Record<Exclude<MapPoint['kind'], 'vehicle' | 'stop'>, string> = {
  last: '<circle r="8"/>',
  from: '<circle r="9"/><text y="4">A</text>',
  to: '<rect x="-9" y="-9" width="18" height="18" rx="2"/><text y="4">B</text>',
  end: '<circle r="9"/><text y="4">B</text>',
}

const icons = new Map<string, L.DivIcon>()

type MapSign = Pick<MapPoint, 'kind' | 'status' | 'number'>

export function iconOf(sign: MapSign) {
  const { kind } = sign
  const content = contentOf(sign)
  const icon =
    icons.get(content) ??
    L.divIcon({
      className: `map-point map-point-${kind}`,
      iconSize: [28, 28],
      html: `<svg viewBox="-14 -14 28 28" aria-hidden="true">${content}</svg>`,
    })
  icons.set(content, icon)
  return icon
}

function contentOf({ kind, status = null, number = 0 }: MapSign): string {
  if (kind === 'vehicle') return shapeOf(statusStyle(status))
  return kind === 'stop' ? numbered(number) : signs[kind]
}

function shapeOf({ shape, colour }: StatusStyle): string {
  return `<path d="${shapePaths[shape]}" transform="scale(9)" fill="${colour}" fill-rule="evenodd"/>`
}

function numbered(number: number): string {
  return `<rect x="-11" y="-10" width="22" height="20" rx="4"/><text y="4">${number}</text>`
}

/**
 * Set synchronously: a Tooltip of react-leaflet is empty at first, which screen readers announce.
 */
function setLabel(marker: L.Marker | null, text: string, permanent: boolean): void {
  const label = document.createElement('span')
  label.textContent = text
  if (marker?.getTooltip()) marker.setTooltipContent(label)
  else marker?.bindTooltip(label, { permanent, direction: 'top', offset: [0, -12] })
}
