'use client'

import { useMemo } from 'react'
import { Polyline } from 'react-leaflet'
import { useNearestCopy } from '@/components/map/controls/use-nearest-copy'
import type { RoadLine } from '@/components/map/types'

/** The way of a vehicle to the pick-up, under the vehicles: a line on a wider one, so that either is visible on any map. */
export function RoadPath({ line }: { readonly line: RoadLine }) {
  const [lat, lng] = line[0] ?? [0, 0]
  const first = useMemo(() => ({ lat, lng }), [lat, lng])
  const turn = useNearestCopy(first).lng - lng
  const positions = useMemo(() => line.map(([lat, lng]): [number, number] => [lat, lng + turn]), [line, turn])
  return (
    <>
      <Polyline positions={positions} interactive={false} weight={8} className="map-road-casing" />
      <Polyline positions={positions} interactive={false} weight={4} className="map-road" />
    </>
  )
}
