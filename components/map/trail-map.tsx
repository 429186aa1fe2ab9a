'use client'

import L from 'leaflet'
import { useEffect, useMemo } from 'react'
import { Circle as CircleOutline, Marker, Polyline, useMap } from 'react-leaflet'
import { nearestCopy } from '@/components/map/canvas/projection'
import type { Units } from '@/lib/format/position/distance'
import type { Position } from '@/lib/interface/resources'
import { MapFrame, pointIcon, setLabel } from './map-frame'
import type { Circle, TileSource, TrailMark } from './types'

interface TrailMapProps {
  readonly label: string
  /** Of the scale bar. */
  readonly units: Units
  /** Each a line without a gap: nothing is drawn between them. */
  readonly lines: readonly (readonly Position[])[]
  readonly marks: readonly TrailMark[]
  readonly circle: Circle | null
  /** Set off from the rest and brought into view; null for none. */
  readonly chosen: readonly Position[] | null
  readonly tiles: TileSource
}

const FIT: L.FitBoundsOptions = { padding: [40, 40], maxZoom: 16, animate: false }

/** Imported as `TrailMap` from ./maps, in the browser only. */
export function TrailMap({ label, units, lines, marks, circle, chosen, tiles }: TrailMapProps) {
  const lng = circle?.position.lng ?? lines[0]?.[0]?.lng ?? marks[0]?.position.lng ?? 0
  const copy = useMemo(() => (position: Position) => nearestCopy(position, lng), [lng])
  const bounds = useMemo(() => {
    const all = [...lines.flat(), ...marks.map(({ position }) => position)].map(copy)
    const around = L.latLngBounds(all)
    return circle ? around.extend(L.latLng(circle.position).toBounds(2 * circle.radius)) : around
  }, [lines, marks, circle, copy])
  const shown = useMemo(() => chosen?.map(copy) ?? null, [chosen, copy])
  return (
    <section aria-label={label} className="relative isolate size-full overflow-hidden rounded-md">
      <MapFrame bounds={bounds} boundsOptions={FIT} scrollWheelZoom={false} tiles={tiles} units={units}>
        {circle ? (
          <CircleOutline
            center={circle.position}
            radius={circle.radius}
            interactive={false}
            className="map-circle"
            pathOptions={{ weight: 2, fillOpacity: 0.08 }}
          />
        ) : null}
        <Line positions={lines} copy={copy} />
        {shown && shown.length > 1 ? (
          <Polyline positions={shown} interactive={false} className="map-road" weight={7} />
        ) : null}
        {marks.map(({ position, label: text, sign }) => (
          <Marker
            key={`${sign} ${position.lat} ${position.lng}`}
            position={copy(position)}
            icon={iconOf(sign)}
            alt={text}
            keyboard={false}
            ref={(marker) => setLabel(marker, text, false)}
          />
        ))}
        <View bounds={bounds} chosen={shown} />
      </MapFrame>
    </section>
  )
}

/** With a casing, so that it is seen on any ground. */
function Line({
  positions,
  copy,
}: {
  readonly positions: TrailMapProps['lines']
  readonly copy: (position: Position) => Position
}) {
  const all = useMemo(() => positions.map((line) => line.map(copy)), [positions, copy])
  return (
    <>
      <Polyline positions={all} interactive={false} className="map-road-casing" weight={6} />
      <Polyline positions={all} interactive={false} className="map-journey" weight={3} />
    </>
  )
}

/** A new trail is shown whole, a chosen part of it alone. */
function View({
  bounds,
  chosen,
}: {
  readonly bounds: L.LatLngBounds
  readonly chosen: readonly Position[] | null
}) {
  const map = useMap()
  useEffect(() => {
    if (chosen && chosen.length > 0) map.fitBounds(L.latLngBounds([...chosen]), FIT)
    else if (bounds.isValid()) map.fitBounds(bounds, FIT)
  }, [map, bounds, chosen])
  return null
}

/** A square for a numbered stop, a ring for an end. @param sign digits, or one letter */
function iconOf(sign: string): L.DivIcon {
  const isEnd = /^[A-Z]$/.test(sign)
  const shape = isEnd ? '<circle r="10"/>' : '<rect x="-11" y="-10" width="22" height="20" rx="4"/>'
  return pointIcon(`${shape}<text y="4">${sign}</text>`)
}
