'use client'

import type { ComponentProps } from 'react'
import { PointMap } from '@/components/map/maps'
import { MapWithTiles } from './map-with-tiles'

/** A small map of a record's positions. */
export function RecordMap(props: Omit<ComponentProps<typeof PointMap>, 'tiles'>) {
  return <MapWithTiles>{(tiles) => <PointMap {...props} tiles={tiles} />}</MapWithTiles>
}
