'use client'

import L from 'leaflet'
import { useEffect, useRef } from 'react'
import { AttributionControl, TileLayer, useMap } from 'react-leaflet'
import type { TileSource } from '@/components/map/types'
import { PrintSize } from './print-size'

const OPENSTREETMAP_HOST = 'tile.openstreetmap.org'
const OPENSTREETMAP_ATTRIBUTION =
  '© <a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noreferrer">OpenStreetMap</a> contributors'

// Consecutive failures that mean an unreachable provider.
const FAILURES_IN_A_ROW = 3

/** Map tiles; coastlines when these cannot be loaded. */
export function Tiles({
  source,
  failed,
  onFailed,
}: {
  readonly source: TileSource
  readonly failed: boolean
  readonly onFailed: (failed: boolean) => void
}) {
  const failures = useRef(0)
  return (
    <>
      <TileLayer
        url={source.url}
        attribution={attribution(source)}
        maxZoom={19}
        // OpenStreetMap's tile policy requires the referring site; the path stays private.
        referrerPolicy="strict-origin-when-cross-origin"
        eventHandlers={{
          tileload() {
            failures.current = 0
            onFailed(false)
          },
          tileerror() {
            failures.current += 1
            if (failures.current >= FAILURES_IN_A_ROW) onFailed(true)
          },
        }}
      />
      {failed ? <CoastLines /> : null}
    </>
  )
}

export function Attribution() {
  return (
    <>
      <AttributionControl prefix='<a href="https://leafletjs.com" target="_blank" rel="noreferrer">Leaflet</a>' />
      <PrintSize />
    </>
  )
}

/** Escaped, because Leaflet inserts an attribution as markup. */
function attribution({ url, attribution }: TileSource): string {
  if (URL.canParse(url) && new URL(url).hostname === OPENSTREETMAP_HOST) return OPENSTREETMAP_ATTRIBUTION
  return attribution.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Natural Earth's coastlines at 1:50,000,000 below everything else; loaded on demand. */
function CoastLines() {
  const map = useMap()
  useEffect(() => {
    let layer: L.GeoJSON | null = null
    let wanted = true
    void loadLand().then((land) => {
      if (!wanted) return
      if (!map.getPane('coast')) map.createPane('coast').style.zIndex = '150'
      layer = L.geoJSON(land, {
        pane: 'coast',
        interactive: false,
        // Coloured by the theme.
        style: { className: 'map-land', fillOpacity: 1, weight: 1 },
      } as L.GeoJSONOptions).addTo(map)
    })
    return () => {
      wanted = false
      layer?.remove()
    }
  }, [map])
  return null
}

async function loadLand() {
  const [{ feature }, { default: atlas }] = await Promise.all([
    import('topojson-client'),
    import('world-atlas/land-50m.json'),
  ])
  const topology = atlas as unknown as Parameters<typeof feature>[0]
  return feature(topology, topology.objects.land as Parameters<typeof feature>[1])
}
