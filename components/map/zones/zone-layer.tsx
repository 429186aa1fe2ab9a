import * as L from 'leaflet'
import { useMemo, useState } from 'react'
import { Circle, Marker, Polygon, useMap, useMapEvents } from 'react-leaflet'
import { useNearestCopy } from '@/components/map/controls/use-nearest-copy'
import type { Zone, ZoneColour } from '@/lib/api/contract/zones'
import type { Position } from '@/lib/interface/resources'
import { middleOf, reachOf, topOf } from '@/lib/zones/shapes/geometry'

/** Above the vehicles: a group under a name is still counted in the list, a name is not. */
const NAMES_PANE = 'zone-names'
const NAMES_LEVEL = '460'

/** A narrower zone has no room for its name, in CSS pixels. */
const NARROWEST_NAMED = 64

const COLOURS: Readonly<Record<ZoneColour, string>> = {
  blue: 'text-zone-blue',
  orange: 'text-zone-orange',
  green: 'text-zone-green',
  purple: 'text-zone-purple',
  red: 'text-zone-red',
  brown: 'text-zone-brown',
}

const EQUATOR_METRES = 40_075_016.7
const RADIANS = Math.PI / 180

/** Outlines of zones with their names. Can only be used in a descendant of <MapContainer>. */
export function ZoneLayer({
  zones,
  shownId,
}: {
  readonly zones: readonly Zone[]
  readonly shownId: string | null
}) {
  const map = useMap()
  const [zoom, setZoom] = useState(() => map.getZoom())
  useMapEvents({ zoomend: () => setZoom(map.getZoom()) })
  // Before the names, whose effects come first.
  const [pane] = useState(() => createNamesPane(map))
  const first = useMemo(() => (zones[0] ? middleOf(zones[0].shape) : { lat: 0, lng: 0 }), [zones])
  // Zones of one desk are on one copy of the world.
  const turn = useNearestCopy(first).lng - first.lng
  return zones.map((zone) => (
    <ZoneOnMap
      // Leaflet reads the class of an outline once.
      key={`${zone.id} ${zone.colour} ${zone.id === shownId} ${zone.shape.kind}`}
      zone={zone}
      isShown={zone.id === shownId}
      pane={pane}
      turn={turn}
      zoom={zoom}
    />
  ))
}

function ZoneOnMap({
  zone: { name, colour, shape },
  isShown,
  pane,
  turn,
  zoom,
}: {
  readonly zone: Zone
  readonly isShown: boolean
  /** Of the name. */
  readonly pane: string
  /** Degrees of longitude to the copy of the world that is shown. */
  readonly turn: number
  readonly zoom: number
}) {
  const middle = useMemo(() => turned(middleOf(shape), turn), [shape, turn])
  const points = useMemo(
    () => (shape.kind === 'polygon' ? shape.points.map((point) => turned(point, turn)) : []),
    [shape, turn],
  )
  const top = useMemo(() => turned(topOf(shape), turn), [shape, turn])
  const icon = useMemo(() => nameIcon(name), [name])
  const look = {
    interactive: false,
    weight: isShown ? 4 : 2,
    className: `map-zone ${COLOURS[colour]} ${isShown ? 'map-zone-shown' : ''}`,
  }
  const widthPixels = (2 * reachOf(shape)) / metresPerPixel(middle.lat, zoom)
  return (
    <>
      {shape.kind === 'circle' ? (
        <Circle {...look} center={middle} radius={shape.radius} />
      ) : (
        <Polygon {...look} positions={points} />
      )}
      {widthPixels >= NARROWEST_NAMED ? (
        <Marker position={top} icon={icon} pane={pane} interactive={false} keyboard={false} />
      ) : null}
    </>
  )
}

/** @returns its name */
function createNamesPane(map: L.Map): string {
  const pane = map.getPane(NAMES_PANE) ?? map.createPane(NAMES_PANE)
  pane.style.zIndex = NAMES_LEVEL
  pane.style.pointerEvents = 'none'
  return NAMES_PANE
}

/** Just inside the outline. An element, not markup: the name is any text. */
function nameIcon(name: string): L.DivIcon {
  const text = document.createElement('bdi')
  text.textContent = name
  return L.divIcon({
    className: 'map-zone-name',
    html: text,
    iconSize: [160, 16],
    iconAnchor: [80, -4],
  })
}

function turned({ lat, lng }: Position, turn: number): Position {
  return { lat, lng: lng + turn }
}

function metresPerPixel(lat: number, zoom: number): number {
  return (EQUATOR_METRES * Math.cos(lat * RADIANS)) / (256 * 2 ** zoom)
}
