import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useMemo } from 'react'
import { PointMap } from '@/components/map/maps'
import type { TileSource } from '@/components/map/types'
import { Skeleton } from '@/components/ui/skeleton'
import { query } from '@/lib/api/queries/query'

export function RecordMap(props: Omit<ComponentProps<typeof PointMap>, 'tiles'>) {
  if (props.points.length === 0) return <NoMap>No position to show</NoMap>
  return <MapWithTiles>{(tiles) => <PointMap {...props} tiles={tiles} />}</MapWithTiles>
}

function NoMap({ children }: { readonly children: string }) {
  return (
    <p className="bg-sunken text-muted grid h-full place-items-center rounded-md p-4 text-sm">
      {children}
    </p>
  )
}

export function MapWithTiles({
  children,
}: {
  readonly children: (tiles: TileSource) => ReactNode
}) {
  const { data, error } = useQuery(query('/api/service'))
  const { tileUrl, tileAttribution, archive } = data?.data.map ?? {}
  const tiles = useMemo(
    () =>
      tileUrl === undefined
        ? null
        : { url: tileUrl, attribution: tileAttribution ?? '', archive: archive ?? null },
    [tileUrl, tileAttribution, archive],
  )
  if (tiles) return children(tiles)
  return error ? (
    <NoMap>The map could not be loaded.</NoMap>
  ) : (
    <Skeleton label="Loading the map" lines={1} />
  )
}
