'use client'

import { useMemo, useState } from 'react'
import { MapContainer, Popup, ScaleControl, ZoomControl } from 'react-leaflet'
import { Button } from '@/components/ui/button'
import { formatPosition } from '@/lib/schema/position'
import type { Position } from '@/lib/schema/resources'
import type { MapGhost, MapVehicles } from './map-vehicles'
import { type Circle, SearchArea } from './search-area'
import { statusStyle } from './status-style'
import { Attribution, type TileSource, Tiles } from './tiles'
import { Vehicles } from './vehicles'
import { boundsOf, type View, Viewport } from './viewport'

export interface VehicleMapProps {
  /** What stands on the map, for those who do not see it. */
  readonly label: string
  readonly circle: Circle
  readonly onCircleChange: (circle: Circle) => void
  /** Null: the whole circle. */
  readonly view: View | null
  readonly onViewChange: (view: View) => void
  readonly vehicles: MapVehicles
  readonly ghosts: readonly MapGhost[]
  readonly trail: readonly Position[]
  readonly clustering: boolean
  readonly pickup: Position | null
  readonly onPickup?: (position: Position) => void
  readonly selectedId: string | null
  readonly onSelect: (id: string | null) => void
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
          boundsOptions: { padding: [24, 24] as [number, number] },
        },
  )
  const { records, shown } = props.vehicles
  const drawn = useMemo(
    () =>
      Array.from(shown).flatMap((index) => {
        const { id = '', position = null, status = null } = records[index] ?? {}
        return position ? [{ id, position, style: statusStyle(status), age: 'fresh' as const }] : []
      }),
    [records, shown],
  )
  const [ground, setGround] = useState<Position | null>(null)
  return (
    <section aria-label={props.label} className="relative size-full">
      <MapContainer
        {...start}
        zoomControl={false}
        attributionControl={false}
        worldCopyJump
        minZoom={2}
        maxZoom={19}
        className="bg-map-ground size-full"
      >
        <Tiles source={props.tiles} failed={props.tilesFailed} onFailed={props.onTilesFailed} />
        <SearchArea circle={circle} onChange={onCircleChange} />
        <Vehicles
          vehicles={drawn}
          selectedId={props.selectedId}
          onSelect={props.onSelect}
          describe={props.describe}
          onGround={({ lat, lng }) => setGround({ lat, lng })}
        />
        <Viewport view={view} circle={circle} focus={props.focus} onChange={props.onViewChange} />
        {ground ? (
          <Popup position={ground} eventHandlers={{ remove: () => setGround(null) }}>
            <div className="flex flex-col gap-2">
              <span>{formatPosition(ground)}</span>
              <Button
                variant="primary"
                onClick={() => {
                  setGround(null)
                  onCircleChange({ ...circle, position: ground })
                }}
              >
                Search here
              </Button>
              <Button
                onClick={() => {
                  setGround(null)
                  props.onPickup?.(ground)
                }}
              >
                Pick up here
              </Button>
            </div>
          </Popup>
        ) : null}
        <Attribution />
        <ZoomControl position="topright" />
        <ScaleControl position="bottomright" imperial={false} />
      </MapContainer>
    </section>
  )
}
