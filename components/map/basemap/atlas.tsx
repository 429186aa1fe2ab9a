import * as L from 'leaflet'
import { useEffect, useState } from 'react'
import { useMap } from 'react-leaflet'
import type { MapArchiveState } from '@/lib/api/contract/answers'
import { boundsOf } from './archive-bounds'
import { loadLand } from './land'

const PANE = 'atlas'
/** Of a map whose background is the sea. */
const WITH_SEA = 'map-has-sea'

/**
 * Natural Earth's land and sea at 1:50,000,000, below everything else; loaded on demand.
 * @param coveredBy a map file that is shown, whose own coast may be a kilometre off
 */
export function Atlas({ coveredBy }: { readonly coveredBy: MapArchiveState | null }) {
  const map = useMap()
  const [renderer, setRenderer] = useState<L.Renderer | null>(null)

  useEffect(() => {
    let layer: L.Polygon | null = null
    let isWanted = true
    if (!map.getPane(PANE)) map.createPane(PANE).style.zIndex = '150'
    const added = L.svg({ pane: PANE })
    void loadLand().then((land) => {
      if (!isWanted) return
      layer = L.polygon(land, styleOf(added)).addTo(map)
      map.getContainer().classList.add(WITH_SEA)
      setRenderer(added)
    })
    return () => {
      isWanted = false
      map.getContainer().classList.remove(WITH_SEA)
      setRenderer(null)
      layer?.remove()
      // The end of its layer leaves it on the map.
      added.remove()
    }
  }, [map])

  useEffect(() => {
    if (!renderer || !coveredBy) return
    // Under the file's tiles, so that no coast of the atlas is seen before they are painted.
    const area = L.rectangle(boundsOf(coveredBy), styleOf(renderer)).addTo(map)
    return () => void area.remove()
  }, [map, renderer, coveredBy])
  return null
}

/** Coloured by the theme. */
function styleOf(renderer: L.Renderer): L.PolylineOptions {
  return {
    pane: PANE,
    renderer,
    interactive: false,
    className: 'map-land',
    stroke: false,
  }
}
