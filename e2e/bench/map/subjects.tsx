import './global-leaflet'
import 'leaflet.markercluster'
import L from 'leaflet'
import { createRoot } from 'react-dom/client'
import { MapHandle } from '@/components/map/map-handle'
import { type MapVehicles, noVehicles } from '@/components/map/types'
import { VehicleMap } from '@/components/map/vehicle-map'
import { CENTRE } from '@/e2e/bench/fleet'
import type { Position } from '@/lib/interface/resources'
import { type MapFleet, WITNESS } from './fleets'

/** A way to show vehicles on a map. */
export interface Subject {
  readonly map: L.Map
  /** Shows a fleet, replacing the one before. */
  show(fleet: MapFleet): void
  /** Whether the witness is drawn at its position in the last fleet. */
  isWitnessShown(): boolean
  remove(): void
}

type CreateSubject = (container: HTMLElement, zoom: number) => Subject | Promise<Subject>

const TILES = '/tiles/{z}/{x}/{y}.png'
const icon = L.icon({ iconUrl: '/tiles/marker.png', iconSize: [24, 24], iconAnchor: [12, 12] })
const nothing = () => {}

/** Resolves when a frame begins. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => resolve()))
}

/** Whether any canvas is painted at a position. */
export function isPainted(map: L.Map, position: Position): boolean {
  const { x, y } = map.latLngToContainerPoint(position as L.LatLngLiteral)
  const frame = map.getContainer().getBoundingClientRect()
  return [...map.getContainer().querySelectorAll('canvas')].some((canvas) => {
    const { left, top, width, height } = canvas.getBoundingClientRect()
    const column = Math.round(((frame.left + x - left) / width) * canvas.width)
    const row = Math.round(((frame.top + y - top) / height) * canvas.height)
    const isInside = column > 0 && row > 0 && column < canvas.width && row < canvas.height
    if (!isInside) return false
    const pixels = canvas.getContext('2d')?.getImageData(column - 1, row - 1, 3, 3).data ?? []
    return [...pixels].some((value, index) => index % 4 === 3 && value > 0)
  })
}

/** A Leaflet map with tiles. */
function openMap(container: HTMLElement, zoom: number): L.Map {
  const map = L.map(container, { center: CENTRE, zoom, zoomControl: false, preferCanvas: true })
  L.tileLayer(TILES).addTo(map)
  return map
}

const emptyMap: CreateSubject = (container, zoom) => {
  const map = openMap(container, zoom)
  return {
    map,
    show: nothing,
    isWitnessShown: () => true,
    remove: () => map.remove(),
  }
}

/** Leaflet's own canvas: a refresh moves the circles that changed. */
const circleMarkers: CreateSubject = (container, zoom) => {
  const map = openMap(container, zoom)
  let circles: L.CircleMarker[] = []
  return {
    map,
    show({ positions, moved }) {
      if (circles.length === 0)
        circles = positions.map((position) =>
          L.circleMarker(position as L.LatLngLiteral, { radius: 7, fillOpacity: 1 }).addTo(map),
        )
      for (const index of moved) circles[index]?.setLatLng(positions[index] as L.LatLngLiteral)
    },
    isWitnessShown: () => isPainted(map, circles[WITNESS]!.getLatLng()),
    remove: () => map.remove(),
  }
}

/** leaflet.markercluster with its defaults. */
const markerClusters: CreateSubject = (container, zoom) => {
  const map = openMap(container, zoom)
  const group = L.markerClusterGroup({ animate: false }).addTo(map)
  let markers: L.Marker[] = []
  return {
    map,
    show({ positions, moved }) {
      if (markers.length === 0)
        markers = positions.map((position) => L.marker(position as L.LatLngLiteral, { icon }))
      // Adding all again is cheaper than removing many one by one.
      const isMost = moved.length === 0 || moved.length > markers.length / 2
      const changed = isMost ? markers : moved.map((index) => markers[index]!)
      if (isMost) group.clearLayers()
      else group.removeLayers(changed)
      for (const index of moved) markers[index]!.setLatLng(positions[index] as L.LatLngLiteral)
      group.addLayers(changed)
    },
    isWitnessShown() {
      const marker = markers[WITNESS]!
      const element = marker.getElement()
      if (group.getVisibleParent(marker) !== marker || !element?.isConnected) return false
      const place = map.latLngToLayerPoint(marker.getLatLng()).round()
      return L.DomUtil.getPosition(element).equals(place)
    },
    remove: () => map.remove(),
  }
}

/** The map that was made last. */
let newest: L.Map | null = null
L.Map.addInitHook(function (this: L.Map) {
  newest = this
})

const circle = { position: CENTRE, radius: 20_000 }
const tiles = { url: TILES, attribution: '', archive: null }
const none: readonly never[] = []

/** Kerbside's map, mounted as in the page. */
const kerbside: CreateSubject = async (container, zoom) => {
  const root = createRoot(container)
  const view = { position: CENTRE, zoom }
  const handle = new MapHandle({ onMove: nothing, onDrag: nothing })
  let witness: Position = CENTRE
  const render = (vehicles: MapVehicles) =>
    root.render(
      <VehicleMap
        units="kilometres"
        label="Map"
        handle={handle}
        circle={circle}
        onCircleChange={nothing}
        view={view}
        onViewChange={nothing}
        vehicles={vehicles}
        departed={none}
        trail={none}
        clustering={false}
        nameAt={null}
        pickup={null}
        selectedId={null}
        selectedPosition={null}
        onSelect={nothing}
        describe={(id) => id}
        covers={() => none}
        tiles={tiles}
        onTilesFailed={nothing}
      />,
    )
  newest = null
  render(noVehicles)
  while (!newest) await nextFrame()
  const map: L.Map = newest
  return {
    map,
    show({ vehicles, positions }) {
      witness = positions[WITNESS]!
      render(vehicles)
    },
    isWitnessShown: () => isPainted(map, witness),
    remove: () => root.unmount(),
  }
}

export const subjects = {
  'empty map': emptyMap,
  Kerbside: kerbside,
  circleMarker: circleMarkers,
  markercluster: markerClusters,
}

export type SubjectName = keyof typeof subjects
