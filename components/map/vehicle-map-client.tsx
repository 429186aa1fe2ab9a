'use client'

import { useState } from 'react'
import { MapContainer, ScaleControl, ZoomControl } from 'react-leaflet'
import { AreaRenderer } from '@/components/map/canvas/area-renderer'
import { boundsOf, CIRCLE_FIT, type View, Viewport } from '@/components/map/canvas/viewport'
import { ArrowKeys } from '@/components/map/controls/arrow-keys'
import { GroundClicks } from '@/components/map/controls/ground-clicks'
import { GroundPopup } from '@/components/map/controls/ground-popup'
import type { Direction } from '@/components/map/controls/nearest-in-direction'
import { PickupPin } from '@/components/map/controls/pickup-pin'
import { type Circle, SearchCircle } from '@/components/map/controls/search-circle'
import { Attribution, type TileSource, Tiles } from '@/components/map/controls/tiles'
import { Vehicles } from '@/components/map/vehicles/vehicles'
import type { Position } from '@/lib/interface/resources'
import type { MapDeparted, MapVehicles } from './types'

export interface VehicleMapProps {
  /** What stands on the map, for those who do not see it. */
  readonly label: string
  readonly circle: Circle
  readonly onCircleChange: (circle: Circle) => void
  /** Null: the whole circle. */
  readonly view: View | null
  readonly onViewChange: (view: View) => void
  readonly vehicles: MapVehicles
  readonly ghosts: readonly MapDeparted[]
  /** Where the selected vehicle was seen, oldest first. */
  readonly trail: readonly Position[]
  /** Draws vehicles that stand close as one with their count, unless the map is close enough to tell them apart. */
  readonly clustering: boolean
  /** The pick-up board's point. */
  readonly pickup: Position | null
  /** Offered on the ground when given. */
  readonly onPickup?: (position: Position) => void
  /** A click on the ground is the pick-up point at once, and nothing else is offered there. */
  readonly picking?: boolean
  /** A vehicle's or a ghost's id. */
  readonly selectedId: string | null
  readonly onSelect: (id: string | null) => void
  /** An arrow key on the focused map; true when it was used, else Leaflet pans. */
  readonly onArrow?: (direction: Direction) => boolean
  /** What the tooltip of a vehicle or a ghost says. */
  readonly describe: (id: string) => string
  readonly focus: Position | null
  readonly tiles: TileSource
  readonly tilesFailed: boolean
  readonly onTilesFailed: (failed: boolean) => void
}

/** Leaflet needs a window: import `VehicleMap` from ./vehicle-map, which loads this in the browser only. */
export function VehicleMapClient(props: VehicleMapProps) {
  const { circle, view, onCircleChange } = props
  const [start] = useState(() =>
    view
      ? { center: view.position, zoom: view.zoom }
      : {
          bounds: boundsOf(circle, circle.position.lng),
          boundsOptions: CIRCLE_FIT,
        },
  )
  const [renderer] = useState(() => new AreaRenderer())
  const [ground, setGround] = useState<Position | null>(null)
  return (
    <section aria-label={props.label} className="relative size-full">
      <MapContainer
        {...start}
        renderer={renderer}
        zoomControl={false}
        attributionControl={false}
        worldCopyJump
        minZoom={2}
        maxZoom={19}
        className="bg-map-ground size-full"
      >
        <Tiles source={props.tiles} failed={props.tilesFailed} onFailed={props.onTilesFailed} />
        <GroundClicks />
        <SearchCircle circle={circle} onChange={onCircleChange} />
        <Vehicles
          vehicles={props.vehicles}
          ghosts={props.ghosts}
          trail={props.trail}
          clustering={props.clustering}
          selectedId={props.selectedId}
          onSelect={props.onSelect}
          describe={props.describe}
          onGround={({ lat, lng }) =>
            props.picking ? props.onPickup?.({ lat, lng }) : setGround({ lat, lng })
          }
        />
        {props.pickup ? <PickupPin position={props.pickup} /> : null}
        <Viewport view={view} circle={circle} focus={props.focus} onChange={props.onViewChange} />
        {props.onArrow ? <ArrowKeys onArrow={props.onArrow} /> : null}
        {ground ? (
          <GroundPopup
            position={ground}
            radius={circle.radius}
            onSearch={onCircleChange}
            onPickup={props.onPickup}
            onClose={() => setGround(null)}
          />
        ) : null}
        <Attribution />
        <ZoomControl position="topright" />
        <ScaleControl position="bottomright" imperial={false} />
      </MapContainer>
    </section>
  )
}
