'use client'

import { useRef } from 'react'
import { AttributionControl, TileLayer } from 'react-leaflet'
import { CoastLines } from './coast-lines'

const OPENSTREETMAP_HOST = 'tile.openstreetmap.org'
const OPENSTREETMAP_ATTRIBUTION =
  '© <a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noreferrer">OpenStreetMap</a> contributors'

// So many tiles in a row without one that loads mean that the provider cannot be reached.
const FAILURES_IN_A_ROW = 3

export interface TileSource {
  /** With {z}, {x} and {y}. */
  readonly url: string
  /** Plain text. */
  readonly attribution: string
}

/** Map tiles; when they fail, a plain ground with coast lines, on which vehicles stay usable. */
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
        // OpenStreetMap's tile policy asks for the referring site; the path stays private.
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

/** Whose map this is. */
export function Attribution() {
  return (
    <AttributionControl prefix='<a href="https://leafletjs.com" target="_blank" rel="noreferrer">Leaflet</a>' />
  )
}

/** Leaflet puts an attribution into the page as markup, so what is configured is made inert. */
function attribution({ url, attribution }: TileSource): string {
  if (URL.canParse(url) && new URL(url).hostname === OPENSTREETMAP_HOST) return OPENSTREETMAP_ATTRIBUTION
  return attribution.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
