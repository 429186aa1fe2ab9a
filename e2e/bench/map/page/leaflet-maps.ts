import L from 'leaflet'
import { type BenchFleet, CENTRE, ZOOM } from './fleet'
import { type CreateSubject, isPainted, isPlaced, type Stage } from './subject'

const icon = L.icon({ iconUrl: '/marker.png', iconSize: [24, 24], iconAnchor: [12, 12] })

function openMap({ container, tileUrl }: Stage): L.Map {
  const map = L.map(container, {
    center: CENTRE,
    zoom: ZOOM,
    zoomControl: false,
    preferCanvas: true,
  })
  L.tileLayer(tileUrl, { maxZoom: 19 }).addTo(map)
  return map
}

/** Only tiles. */
export const emptyMap: CreateSubject = (stage) => {
  const map = openMap(stage)
  return { map, show() {}, shows: () => true, reachPixels: null, remove: () => map.remove() }
}

interface Kind<T> {
  create(index: number, fleet: BenchFleet): T
  shows(map: L.Map, layer: T): boolean
  readonly reachPixels: number
}

/** One Leaflet layer per vehicle; a refresh moves the changed ones. */
function layerEach<T extends L.Layer & { setLatLng(position: L.LatLngLiteral): unknown }>({
  create,
  shows,
  reachPixels,
}: Kind<T>): CreateSubject {
  return (stage) => {
    const map = openMap(stage)
    const group = L.featureGroup()
      .bindTooltip((layer) => (layer.options as L.MarkerOptions).alt ?? '')
      .addTo(map)
    const layers: T[] = []
    return {
      map,
      show(fleet) {
        if (layers.length === 0) {
          for (let index = 0; index < fleet.ids.length; index++) {
            const layer = create(index, fleet)
            layers.push(layer)
            group.addLayer(layer)
          }
        } else
          for (const index of fleet.moved)
            layers[index]?.setLatLng(fleet.positions[index] as L.LatLngLiteral)
      },
      shows: (index) => shows(map, layers[index] as T),
      reachPixels,
      remove: () => map.remove(),
    }
  }
}

/** Leaflet's own canvas. */
export const circleMarkers = layerEach<L.CircleMarker>({
  create: (index, { ids, positions }) =>
    L.circleMarker(
      positions[index] as L.LatLngLiteral,
      {
        radius: 7,
        weight: 2,
        fillOpacity: 1,
        alt: ids[index],
      } as L.CircleMarkerOptions,
    ),
  shows: (map, layer) => isPainted(map, map.latLngToContainerPoint(layer.getLatLng())),
  reachPixels: 10,
})

/** leaflet.markercluster with its defaults. */
export const markerClusters: CreateSubject = (stage) => {
  const map = openMap(stage)
  const group = L.markerClusterGroup({ animate: false })
  group.bindTooltip((layer) => (layer.options as L.MarkerOptions).alt ?? '')
  map.addLayer(group)
  let all: L.Marker[] = []
  return {
    map,
    show({ ids, positions, moved }) {
      if (all.length === 0) {
        all = positions.map((position, index) => L.marker(position, { icon, alt: ids[index] }))
        group.addLayers(all)
        return
      }
      // Adding all again is cheaper than removing many one by one.
      const addsAll = moved.length > all.length / 2
      const some = addsAll ? all : moved.map((index) => all[index] as L.Marker)
      if (addsAll) group.clearLayers()
      else group.removeLayers(some)
      for (const index of moved) all[index]?.setLatLng(positions[index] as L.LatLngLiteral)
      group.addLayers(some)
    },
    shows(index) {
      const marker = all[index] as L.Marker
      return group.getVisibleParent(marker) === marker && isPlaced(map, marker)
    },
    reachPixels: 19,
    checkClusters() {
      const drawn = new Set(all.map((marker) => group.getVisibleParent(marker)))
      const counts = [...drawn].map((one) =>
        one instanceof L.MarkerCluster ? one.getChildCount() : 1,
      )
      const counted = counts.reduce((sum, count) => sum + count, 0)
      if (counted !== all.length)
        throw new Error(`Clusters of ${counted} vehicles when ${all.length} were given`)
    },
    remove: () => map.remove(),
  }
}
