import * as L from 'leaflet'
import { useEffect } from 'react'
import { useMap } from 'react-leaflet'
import { loadLand } from './land'

/** Natural Earth's coastlines at 1:50,000,000 below everything else; loaded on demand. */
export function CoastLines() {
  const map = useMap()
  useEffect(() => {
    let layer: L.Polygon | null = null
    const renderer = L.svg({ pane: 'coast' })
    let wanted = true
    void loadLand().then((land) => {
      if (!wanted) return
      if (!map.getPane('coast')) map.createPane('coast').style.zIndex = '150'
      layer = L.polygon(land, {
        pane: 'coast',
        renderer,
        interactive: false,
        // Coloured by the theme.
        className: 'map-land',
        fillOpacity: 1,
        weight: 1,
      }).addTo(map)
    })
    return () => {
      wanted = false
      layer?.remove()
      // The end of its layer leaves it on the map.
      renderer.remove()
    }
  }, [map])
  return null
}
