import type L from 'leaflet'
import { type ReactNode, type Ref, useEffect, useState } from 'react'
import {
  AttributionControl,
  MapContainer,
  type MapContainerProps,
  ScaleControl,
  useMap,
  ZoomControl,
} from 'react-leaflet'
import { Basemap } from '@/components/map/basemap/basemap'
import type { Units } from '@/lib/format/position/distance'
import type { TileSource } from './types'

type Start = Pick<MapContainerProps, 'bounds' | 'boundsOptions' | 'center' | 'zoom'>
type Behaviour = Pick<
  MapContainerProps,
  'renderer' | 'scrollWheelZoom' | 'worldCopyJump' | 'zoomSnap'
>

export interface MapFrameProps extends Start, Behaviour {
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
  const [fadeAnimation] = useState(
    () => !window.matchMedia('(prefers-reduced-motion: reduce)').matches,
  )
  return (
    <MapContainer
      {...options}
      fadeAnimation={fadeAnimation}
      zoomControl={false}
      attributionControl={false}
      minZoom={2}
      maxZoom={19}
      className="size-full"
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
      <AttributionControl prefix='<a href="https://leafletjs.com" target="_blank" rel="noreferrer">Leaflet</a>' />
      <Size />
      <ZoomControl position="topright" />
      {units ? <ScaleBar units={units} /> : null}
    </MapContainer>
  )
}

/**
 * Follows the size of the map's parent, and gives it to the print styles: scaled, a
 * print shows the same ground.
 */
function Size() {
  const map = useMap()
  useEffect(() => {
    const container = map.getContainer()
    const set = () => {
      const { x, y } = map.getSize()
      const { style } = container
      style.setProperty('--map-width', `${x}px`)
      style.setProperty('--map-height', `${y}px`)
      style.setProperty('--map-scale', String(Math.min(1, PAPER_PX / Math.max(1, x))))
    }
    set()
    map.on('resize', set)
    // Panels change the map's size without a resize of the window.
    const observer = new ResizeObserver(() => {
      // A page being left loses its size first: the view would become the map's corner.
      if (container.clientWidth > 0 && container.clientHeight > 0)
        map.invalidateSize({ pan: false })
    })
    observer.observe(container)
    return () => {
      map.off('resize', set)
      observer.disconnect()
    }
  }, [map])
  return null
}

/** Width of an A4 page between the margins, in CSS pixels. */
const PAPER_PX = 700

function ScaleBar({ units }: { readonly units: Units }) {
  const isMetric = units === 'kilometres'
  // Leaflet reads the options once.
  return <ScaleControl key={units} position="bottomright" metric={isMetric} imperial={!isMetric} />
}
