'use client'

import { useRef } from 'react'
import { AttributionControl, TileLayer } from 'react-leaflet'
import type { TileSource } from '@/components/map/types'
import { CoastLines } from './coast-lines'

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
    <AttributionControl prefix='<a href="https://leafletjs.com" target="_blank" rel="noreferrer">Leaflet</a>' />
  )
}

/** Escaped, because Leaflet inserts an attribution as markup. */
function attribution({ url, attribution }: TileSource): string {
  if (URL.canParse(url) && new URL(url).hostname === OPENSTREETMAP_HOST) return OPENSTREETMAP_ATTRIBUTION
  return attribution.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
