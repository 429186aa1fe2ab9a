'use client'

import type L from 'leaflet'
import { type ReactNode, type Ref, useState } from 'react'
import { MapContainer, type MapContainerProps, ZoomControl } from 'react-leaflet'
import { Attribution, Basemap } from '@/components/map/basemap/basemap'
import { ScaleBar } from '@/components/map/controls/scale-bar'
import type { Units } from '@/lib/format/position/distance'
import type { TileSource } from './types'

type Start = Pick<MapContainerProps, 'bounds' | 'boundsOptions' | 'center' | 'zoom'>
type Behaviour = Pick<MapContainerProps, 'renderer' | 'scrollWheelZoom' | 'worldCopyJump' | 'zoomSnap'>

interface MapFrameProps extends Start, Behaviour {
  readonly ref?: Ref<L.Map>
  readonly tiles: TileSource
  readonly onTilesFailed?: (failed: boolean) => void
  /** Of the scale bar; without, there is none. */
  readonly units?: Units
  readonly children: ReactNode
}

/** The ground of every map, its attribution and its controls. */
export function MapFrame({ tiles, onTilesFailed, units, children, ...options }: MapFrameProps) {
  const [tilesFailed, setTilesFailed] = useState(false)
  const [fadeAnimation] = useState(() => !window.matchMedia('(prefers-reduced-motion: reduce)').matches)
  return (
    <MapContainer
      {...options}
      fadeAnimation={fadeAnimation}
      zoomControl={false}
      attributionControl={false}
      minZoom={2}
      maxZoom={19}
      className="bg-map-ground size-full"
    >
      <Basemap
        source={tiles}
        failed={tilesFailed}
        onFailed={(failed) => {
          setTilesFailed(failed)
          onTilesFailed?.(failed)
        }}
      />
      {children}
      <Attribution />
      <ZoomControl position="topright" />
      {units ? <ScaleBar units={units} /> : null}
    </MapContainer>
  )
}
