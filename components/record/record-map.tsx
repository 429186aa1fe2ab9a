'use client'

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { PointMap } from '@/components/map/point-map'
import type { MapPoint } from '@/components/map/point-map-client'
import { Skeleton } from '@/components/ui/skeleton'
import { serviceQuery } from '@/lib/queries/service'

/** A small map of a record's positions on the tiles that this server is set up with. */
export function RecordMap({
  label,
  points,
  line,
}: {
  readonly label: string
  readonly points: readonly MapPoint[]
  readonly line?: boolean
}) {
  const { data, error } = useQuery(serviceQuery())
  const { tileUrl, tileAttribution } = data?.data.map ?? {}
  const tiles = useMemo(
    () => (tileUrl === undefined ? null : { url: tileUrl, attribution: tileAttribution ?? '' }),
    [tileUrl, tileAttribution],
  )
  if (tiles) return <PointMap label={label} points={points} line={line} tiles={tiles} />
  return error ? (
    <p className="bg-sunken text-muted grid h-full place-items-center rounded-md p-4 text-sm">
      No map: Kerbside could not be asked for its tiles.
    </p>
  ) : (
    <Skeleton label="Loading the map" lines={1} />
  )
}
