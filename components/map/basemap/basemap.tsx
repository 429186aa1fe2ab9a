import { useRef, useState } from 'react'
import { TileLayer, useMap, useMapEvents } from 'react-leaflet'
import type { TileSource } from '@/components/map/types'
import { onDemand } from '@/components/ui/on-demand'
import type { MapArchiveState } from '@/lib/api/contract/answers'
import { boundsOf } from './archive-bounds'
import { attributionMarkup } from './attribution'

const VectorTiles = onDemand(() => import('./vector-tiles'), 'VectorTiles')
const Atlas = onDemand(() => import('./atlas'), 'Atlas')

// Consecutive failures that mean an unreachable provider.
const FAILURES_IN_A_ROW = 3
const LARGEST_ZOOM = 19

/**
 * The ground of every map: a map file's tiles or a tile server's; the atlas where there are none.
 */
export function Basemap({
  source,
  failed,
  onFailed,
}: {
  readonly source: TileSource
  readonly failed: boolean
  readonly onFailed: (failed: boolean) => void
}) {
  const failures = useRef(0)
  const onLoad = () => {
    failures.current = 0
    onFailed(false)
  }
  const onError = () => {
    failures.current += 1
    if (failures.current >= FAILURES_IN_A_ROW) onFailed(true)
  }
  const { url, archive } = source
  const reach = useArchiveReach(archive)
  return (
    <>
      {archive?.kind === 'vector' ? (
        <VectorTiles
          url={url}
          archive={archive}
          attribution={attributionMarkup(source)}
          onLoad={onLoad}
          onError={onError}
        />
      ) : (
        <TileLayer
          url={url}
          attribution={attributionMarkup(source)}
          maxZoom={LARGEST_ZOOM}
          // OpenStreetMap's tile policy requires the referring site; the path stays private.
          referrerPolicy="strict-origin"
          {...(archive && {
            bounds: boundsOf(archive),
            minZoom: archive.minZoom,
            maxNativeZoom: archive.maxZoom,
          })}
          eventHandlers={{ tileload: onLoad, tileerror: onError }}
        />
      )}
      {failed || reach !== 'everywhere' ? (
        <Atlas coveredBy={reach === 'partly' && !failed ? archive : null} />
      ) : null}
    </>
  )
}

/** How much of what the map shows its file covers. */
type Reach = 'everywhere' | 'partly' | 'nowhere'

function useArchiveReach(archive: MapArchiveState | null): Reach {
  const map = useMap()
  const reachNow = (): Reach => {
    if (!archive) return 'everywhere'
    if (map.getZoom() < archive.minZoom) return 'nowhere'
    const covered = boundsOf(archive)
    if (covered.contains(map.getBounds())) return 'everywhere'
    return covered.intersects(map.getBounds()) ? 'partly' : 'nowhere'
  }
  const [reach, setReach] = useState(reachNow)
  useMapEvents({ moveend: () => setReach(reachNow()) })
  return reach
}
