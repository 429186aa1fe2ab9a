import { useEffect, useMemo, useState } from 'react'
import { Polyline, useMap } from 'react-leaflet'
import { onDemand } from '@/components/ui/on-demand'
import type { Zone } from '@/lib/api/contract/zones'
import type { Units } from '@/lib/format/position/distance'
import type { Position } from '@/lib/interface/resources'
import { bearings } from './controls/circle-keys'
import { GroundClicks } from './controls/ground-clicks'
import { nearestInDirection } from './controls/nearest-in-direction'
import { CircleRenderer, SearchCircle } from './controls/search-circle'
import { useNearestCopy } from './controls/use-nearest-copy'
import { boundsOf, CIRCLE_FIT, ViewSync } from './controls/view-sync'
import { MapFrame } from './map-frame'
import type { MapHandle } from './map-handle'
import type { Circle, Covers, MapWaits, RoadLine, TileSource, View, ZoneDrawing } from './types'
import { Vehicles, type VehiclesProps } from './vehicles/vehicles'

const Waits = onDemand(() => import('./waits'), 'Waits')
const DrawZone = onDemand(() => import('./zones/draw-zone'), 'DrawZone')
const ZoneLayer = onDemand(() => import('./zones/zone-layer'), 'ZoneLayer')

interface VehicleMapProps extends Omit<VehiclesProps, 'onGround' | 'isDrawing'> {
  /** The map's content as text, for screen readers. */
  readonly label: string
  /** Takes the commands of the page. */
  readonly handle: MapHandle
  readonly circle: Circle
  readonly units: Units
  readonly onCircleChange: (circle: Circle) => void
  /** Why a click on the ground offers no search there; null where it does. */
  readonly noSearch?: string | null
  /** While the circle is dragged; null at the end. */
  readonly onCircleChanging?: (circle: Circle | null) => void
  /** Null: the whole circle. */
  readonly view: View | null
  readonly onViewChange: (view: View) => void
  readonly pickup: Position | null
  /** The address or street near a position; null while unknown. */
  readonly nearAt?: (position: Position) => string | null
  /** From the selected vehicle to that point. */
  readonly road?: RoadLine | null
  /** Of the wait map; null while it is hidden. */
  readonly waits?: MapWaits | null
  readonly zones?: readonly Zone[]
  /** The zone that stands out. */
  readonly shownZoneId?: string | null
  /** Clicks draw it instead of what they do else; null while none is drawn. */
  readonly zoneDrawing?: ZoneDrawing | null
  /** Adds a pick-up action to clicks on the ground. */
  readonly onPickup?: (position: Position) => void
  /** A click on the ground sets the pick-up point without a popup. */
  readonly isPlacing?: boolean
  /** Last known; null without a selection or a position. */
  readonly selectedPosition: Position | null
  readonly covers: Covers
  readonly tiles: TileSource
  readonly onTilesFailed: (failed: boolean) => void
}

const GroundPopup = onDemand(() => import('@/components/map/controls/ground-popup'), 'GroundPopup')
const PickupPin = onDemand(() => import('@/components/map/controls/pickup-pin'), 'PickupPin')

/** Imported as `VehicleMap` from ./maps, in the browser only. */
export function VehicleMap(props: VehicleMapProps) {
  const { circle, view, onCircleChange } = props
  const [start] = useState(() =>
    view
      ? { center: view.position, zoom: view.zoom }
      : { bounds: boundsOf(circle, circle.position.lng), boundsOptions: CIRCLE_FIT },
  )
  const [renderer] = useState(() => new CircleRenderer())
  const [ground, setGround] = useState<Position | null>(null)
  return (
    <section aria-label={props.label} className="relative size-full">
      <MapFrame
        {...start}
        renderer={renderer}
        worldCopyJump
        // Circles fill the window at any radius; buttons, keys and double-clicks
        // still go by whole levels.
        zoomSnap={0.25}
        tiles={props.tiles}
        onTilesFailed={props.onTilesFailed}
        units={props.units}
      >
        <GroundClicks />
        <SearchCircle
          circle={circle}
          onChange={onCircleChange}
          onChanging={props.onCircleChanging}
          units={props.units}
        />
        {props.zones && props.zones.length > 0 ? (
          <ZoneLayer zones={props.zones} shownId={props.shownZoneId ?? null} />
        ) : null}
        {props.waits ? <Waits {...props.waits} /> : null}
        {props.road ? <RoadPath line={props.road} /> : null}
        <Vehicles
          {...props}
          isDrawing={props.zoneDrawing != null}
          onGround={(place) => {
            const position = place && { lat: place.lat, lng: place.lng }
            if (!props.isPlacing) setGround(position)
            else if (position) props.onPickup?.(position)
          }}
        />
        {props.pickup ? (
          <PickupPin
            position={props.pickup}
            near={props.nearAt?.(props.pickup) ?? null}
            onMove={props.onPickup}
          />
        ) : null}
        <ViewSync
          handle={props.handle}
          view={view}
          circle={circle}
          covers={props.covers}
          onChange={props.onViewChange}
        />
        {props.zoneDrawing ? <DrawZone {...props.zoneDrawing} /> : null}
        <ArrowKeys {...props} />
        {ground ? (
          <GroundPopup
            position={ground}
            near={props.nearAt?.(ground) ?? null}
            radius={circle.radius}
            noSearch={props.noSearch ?? null}
            onSearch={onCircleChange}
            onPickup={props.onPickup}
            onClose={() => setGround(null)}
            covers={props.covers}
          />
        ) : null}
      </MapFrame>
    </section>
  )
}

/**
 * The way of a vehicle to the pick-up, under the vehicles: a line on a wider one, so that
 * either is visible on any map.
 */
function RoadPath({ line }: { readonly line: RoadLine }) {
  const [lat, lng] = line[0] ?? [0, 0]
  const turn = useNearestCopy({ lat, lng }).lng - lng
  const positions = useMemo(
    () => line.map(([lat, lng]): [number, number] => [lat, lng + turn]),
    [line, turn],
  )
  return (
    <>
      <Polyline positions={positions} interactive={false} weight={8} className="map-road-casing" />
      <Polyline positions={positions} interactive={false} weight={4} className="map-road" />
    </>
  )
}

/**
 * Arrow keys of the focused map select the next vehicle in a direction; without
 * a selection Leaflet pans.
 */
function ArrowKeys({ vehicles, selectedId, selectedPosition, onSelect }: VehicleMapProps) {
  const map = useMap()
  useEffect(() => {
    const container = map.getContainer()
    const listen = (event: KeyboardEvent) => {
      const bearing = bearings[event.key]
      if (selectedId === null || bearing === undefined || event.target !== container) return
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      // Leaflet listens on the document.
      event.stopPropagation()
      const next = nearestInDirection(vehicles, selectedPosition, bearing)
      if (next !== null) onSelect(next)
    }
    container.addEventListener('keydown', listen)
    return () => container.removeEventListener('keydown', listen)
  }, [map, vehicles, selectedId, selectedPosition, onSelect])
  return null
}
