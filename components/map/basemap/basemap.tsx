import * as L from 'leaflet'
import { useEffect, useRef, useState } from 'react'
import { TileLayer, useMap, useMapEvents } from 'react-leaflet'
import type { TileSource } from '@/components/map/types'
import { onDemand } from '@/components/ui/on-demand'
import type { MapArchiveState } from '@/lib/api/contract/answers'
import { attributionMarkup } from './attribution'
import { boundsOf, VectorTiles } from './vector-tiles'

const CoastLines = onDemand(() => import('./coast-lines'), 'CoastLines')

// Consecutive failures that mean an unreachable provider.
const FAILURES_IN_A_ROW = 3
const LARGEST_ZOOM = 19

/**
 * The ground of every map: a map file's tiles or a tile server's; coastlines where there are none.
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
  const isOutside = useIsOutside(archive)
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
      {archive ? <ArchiveEdge archive={archive} /> : null}
      {failed || isOutside ? <CoastLines /> : null}
    </>
  )
}

/** Whether the map shows a place that its file does not have. */
function useIsOutside(archive: MapArchiveState | null): boolean {
  const map = useMap()
  const isOutsideNow = () =>
    archive !== null &&
    !(map.getZoom() >= archive.minZoom && boundsOf(archive).contains(map.getBounds()))
  const [isOutside, setIsOutside] = useState(isOutsideNow)
  useMapEvents({ moveend: () => setIsOutside(isOutsideNow()) })
  return isOutside
}

const EDGE_PANE = 'archive-edge'
const WORLD_DEGREES = 360

/**
 * A dashed line where the map file ends: beyond it nothing is known, which is not
 * the same as an empty ground.
 */
function ArchiveEdge({ archive }: { readonly archive: MapArchiveState }) {
  const map = useMap()
  useEffect(() => {
    const bounds = boundsOf(archive)
    // A file of the world has no edge.
    if (bounds.getEast() - bounds.getWest() >= WORLD_DEGREES) return
    const pane = map.getPane(EDGE_PANE) ?? map.createPane(EDGE_PANE)
    pane.style.zIndex = '210'
    const renderer = L.svg({ pane: EDGE_PANE })
    const edge = L.rectangle(bounds, {
      pane: EDGE_PANE,
      interactive: false,
      fill: false,
      weight: 1.5,
      dashArray: '6 5',
      className: 'map-edge',
      renderer,
    }).addTo(map)
    return () => {
      edge.remove()
      renderer.remove()
    }
  }, [map, archive])
  return null
}
