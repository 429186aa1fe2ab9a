import * as L from 'leaflet'
import type { TerraDrawLeafletAdapter } from 'terra-draw-leaflet-adapter'

type Lib = ConstructorParameters<typeof TerraDrawLeafletAdapter>[0]['lib']

/** Above the vehicles. */
const PANE = 'zone-drawing'
const PANE_LEVEL = '460'

/**
 * The two functions of Leaflet that terra-draw's adapter calls, over the classes that the map has:
 * Leaflet's own module of GeoJSON would bring a second copy of its base.
 */
export function createDrawingLayers(map: L.Map) {
  const pane = map.getPane(PANE) ?? map.createPane(PANE)
  pane.style.zIndex = PANE_LEVEL
  pane.style.pointerEvents = 'none'
  const renderer = new L.SVG({ pane: PANE })

  function layerOf(feature: GeoJSON.Feature, options: L.GeoJSONOptions): L.Layer {
    const { geometry } = feature
    if (geometry.type === 'Point') {
      const pointFeature = feature as GeoJSON.Feature<GeoJSON.Point>
      const point = options.pointToLayer?.(pointFeature, latLngOf(geometry.coordinates))
      if (!point) throw new Error('terra-draw gives no marker of a point')
      return point
    }
    const style = typeof options.style === 'function' ? options.style(feature) : options.style
    const look = { ...style, renderer }
    if (geometry.type === 'LineString') {
      return new L.Polyline(geometry.coordinates.map(latLngOf), look)
    }
    if (geometry.type === 'Polygon') {
      return new L.Polygon(
        geometry.coordinates.map((ring) => ring.map(latLngOf)),
        look,
      )
    }
    throw new Error(`terra-draw draws a ${geometry.type}`)
  }

  const lib = {
    geoJSON: (feature: GeoJSON.Feature, options: L.GeoJSONOptions) =>
      Object.assign(layerOf(feature, options), { toGeoJSON: () => feature }),
    circleMarker: (position: L.LatLngExpression, options: L.CircleMarkerOptions) =>
      new L.CircleMarker(position, { ...options, renderer }),
  }
  return { lib: lib as unknown as Lib, remove: () => renderer.remove() }
}

function latLngOf(coordinates: GeoJSON.Position): L.LatLng {
  const [lng = 0, lat = 0] = coordinates
  return L.latLng(lat, lng)
}
