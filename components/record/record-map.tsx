'use client'

import { PointMap } from '@/components/map/maps'
import type { MapPoint } from '@/components/map/types'
import { MapWithTiles } from './map-with-tiles'

/** A small map of a record's positions. */
export function RecordMap({
  label,
  points,
  line,
}: {
  readonly label: string
  readonly points: readonly MapPoint[]
  readonly line?: boolean
}) {
  return (
    <MapWithTiles>
      {(tiles) => <PointMap label={label} points={points} line={line} tiles={tiles} />}
    </MapWithTiles>
  )
}
