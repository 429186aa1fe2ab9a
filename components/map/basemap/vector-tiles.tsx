'use client'

import L from 'leaflet'
import { useEffect, useRef, useState } from 'react'
import { useMap } from 'react-leaflet'
import type { MapArchiveState } from '@/lib/contract/answers'
import { dark, useFlavour } from './flavours'
import type { PainterAnswer, PainterRequest, PainterSource, RunningPainter } from './painter/messages'
import type { VectorLayer } from './vector-layer'

const PANE = 'basemap'

/** A map file's vector tiles, painted by code that is loaded for them. */
export function VectorTiles({
  url,
  archive,
  attribution,
  onLoad,
  onError,
}: {
  /** With {z}, {x} and {y}. */
  readonly url: string
  readonly archive: MapArchiveState
  /** Markup. */
  readonly attribution: string
  readonly onLoad: () => void
  readonly onError: () => void
}) {
  const map = useMap()
  const flavour = useFlavour()
  const [layer, setLayer] = useState<VectorLayer | null>(null)
  const latest = useRef({ flavour, onLoad, onError })
  useEffect(() => {
    latest.current = { flavour, onLoad, onError }
  })

  useEffect(() => {
    let wanted = true
    let added: VectorLayer | null = null
    const { minZoom, maxZoom } = archive
    // At once: its code is loaded beside the layer's.
    const painter = startPainter({ url, zooms: [minZoom, maxZoom] })
    const pane = map.getPane(PANE) ?? map.createPane(PANE)
    // Not the tile pane, whose pictures are inverted in the dark.
    pane.style.zIndex = '200'
    void import('./vector-layer').then(
      ({ VectorLayer }) => {
        if (!wanted) return
        added = new VectorLayer({
          pane: PANE,
          painter,
          firstZoom: minZoom,
          minZoom,
          bounds: boundsOf(archive),
          attribution,
          flavour: latest.current.flavour,
        })
        added.on('tileload', () => latest.current.onLoad())
        added.on('tileerror', () => latest.current.onError())
        added.addTo(map)
        setLayer(added)
      },
      // A new version was deployed, and the code of this one is gone.
      () => latest.current.onError(),
    )
    return () => {
      wanted = false
      added?.remove()
      painter.stop()
      setLayer(null)
    }
  }, [map, url, archive, attribution])

  useEffect(() => {
    layer?.setFlavour(flavour)
    // For print, see globals.css.
    map.getPane(PANE)?.toggleAttribute('data-dark', flavour === dark)
  }, [map, layer, flavour])
  return null
}

/** A painter in a worker, so that the page never waits for it. */
function startPainter(source: PainterSource): RunningPainter {
  let answer: (answer: PainterAnswer) => void = () => undefined
  let gone: (() => void) | null = null
  let isGone = false
  const worker = new Worker(new URL('./painter/painter.worker.ts', import.meta.url), { type: 'module' })
  worker.addEventListener('message', ({ data }: MessageEvent<PainterAnswer>) => answer(data))
  worker.addEventListener('error', () => {
    isGone = true
    gone?.()
  })
  worker.postMessage({ kind: 'start', source } satisfies PainterRequest)
  return {
    ask: (request) => worker.postMessage(request),
    stop: () => worker.terminate(),
    listen: (onAnswer, onGone) => {
      answer = onAnswer
      gone = onGone
      if (isGone) onGone()
    },
  }
}

export function boundsOf({ bounds: { west, south, east, north } }: MapArchiveState): L.LatLngBounds {
  return L.latLngBounds([south, west], [north, east])
}
