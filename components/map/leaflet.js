/*! Leaflet 1.9.4, BSD-2-Clause, (c) 2010-2023 Vladimir Agafonkin, (c) 2010-2011 CloudMade */

// In place of Leaflet's own entry (next.config.js), which holds every layer and
// control: a fifth of its bytes.
import 'leaflet/src/map/handler/Map.BoxZoom'
import 'leaflet/src/map/handler/Map.DoubleClickZoom'
import 'leaflet/src/map/handler/Map.Drag'
import 'leaflet/src/map/handler/Map.Keyboard'
import 'leaflet/src/map/handler/Map.ScrollWheelZoom'
import 'leaflet/src/map/handler/Map.TouchZoom'
import { Control } from 'leaflet/src/control/Control'
import { Attribution } from 'leaflet/src/control/Control.Attribution'
import { Scale } from 'leaflet/src/control/Control.Scale'
import { Zoom } from 'leaflet/src/control/Control.Zoom'
import * as DomUtil from 'leaflet/src/dom/DomUtil'
// For `bindTooltip`.
import 'leaflet/src/layer/Tooltip'
import { SVG } from 'leaflet/src/layer/vector/SVG'
import { Map as LeafletMap } from 'leaflet/src/map/Map'

Object.assign(Control, { Attribution, Scale, Zoom })

LeafletMap.include({
  // Leaflet's own would keep its canvas renderer, and one for each pane.
  getRenderer({ options }) {
    this._renderer ??= this.options.renderer ?? new SVG()
    const renderer = options.renderer ?? this._renderer
    return this.hasLayer(renderer) ? renderer : renderer.addTo(this)
  },
})

// biome-ignore lint/performance/noBarrelFile: the names that react-leaflet and the maps import.
export { toLatLng as latLng } from 'leaflet/src/geo/LatLng'
export { toLatLngBounds as latLngBounds } from 'leaflet/src/geo/LatLngBounds'
export { toPoint as point } from 'leaflet/src/geometry/Point'
export { Layer } from 'leaflet/src/layer/Layer'
export { divIcon } from 'leaflet/src/layer/marker/DivIcon'
export { Marker } from 'leaflet/src/layer/marker/Marker'
export { Popup } from 'leaflet/src/layer/Popup'
export { Tooltip } from 'leaflet/src/layer/Tooltip'
export { GridLayer } from 'leaflet/src/layer/tile/GridLayer'
export { TileLayer } from 'leaflet/src/layer/tile/TileLayer'
export { Circle } from 'leaflet/src/layer/vector/Circle'
export { CircleMarker } from 'leaflet/src/layer/vector/CircleMarker'
export { Polygon, polygon } from 'leaflet/src/layer/vector/Polygon'
export { Polyline } from 'leaflet/src/layer/vector/Polyline'
export { rectangle } from 'leaflet/src/layer/vector/Rectangle'
export { SVG, svg } from 'leaflet/src/layer/vector/SVG'
export { Control, DomUtil, LeafletMap as Map }
