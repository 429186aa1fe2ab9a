import L from 'leaflet'
import { createRoot } from 'react-dom/client'
import { MapContainer, Marker, TileLayer } from 'react-leaflet'
import { type BenchFleet, CENTRE, ZOOM } from './fleet'
import { mapIn } from './map-in'
import type { CreateSubject } from './subject'

const icon = L.icon({ iconUrl: '/marker.png', iconSize: [24, 24], iconAnchor: [12, 12] })

/** react-leaflet's usual way: one component per vehicle. */
export const reactMarkers: CreateSubject = async ({ container, tileUrl }) => {
  const root = createRoot(container)
  let shown: BenchFleet = { ids: [], positions: [], moved: [] }
  const markers: (L.Marker | null)[] = []
  const render = () =>
    root.render(
      <MapContainer center={CENTRE} zoom={ZOOM} zoomControl={false} className="size-full">
        <TileLayer url={tileUrl} maxZoom={19} />
        {shown.ids.map((id, index) => (
          <Marker
            key={id}
            position={shown.positions[index] as L.LatLngLiteral}
            icon={icon}
            alt={id}
            ref={(marker) => {
              markers[index] = marker
            }}
          />
        ))}
      </MapContainer>,
    )
  render()
  const map = await mapIn(container)
  return {
    map,
    show(fleet) {
      shown = fleet
      render()
    },
    shows(index) {
      const marker = markers[index]
      const place = map.latLngToLayerPoint(shown.positions[index] as L.LatLngLiteral).round()
      const element = marker?.getElement()
      return element?.isConnected === true && L.DomUtil.getPosition(element).equals(place)
    },
    reachPixels: null,
    remove: () => root.unmount(),
  }
}
