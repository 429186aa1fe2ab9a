import * as L from 'leaflet'
import { Maximize } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Marker, Polyline, useMap, useMapEvents } from 'react-leaflet'
import { GroundClicks } from '@/components/map/controls/ground-clicks'
import { useNearestCopy } from '@/components/map/controls/use-nearest-copy'
import { useThemeName } from '@/components/map/theme'
import { IconButton } from '@/components/ui/button'
import type { Units } from '@/lib/format/position/distance'
import { CanvasLayer, paddedViewport } from './canvas-layer'
import { cornersOf, journeyAt, paintJourneys } from './journeys'
import { MapFrame } from './map-frame'
import { iconOf } from './point-map'
import { nearestCopy, viewOf } from './projection'
import type { Journey, TileSource, View } from './types'

interface JourneyMapProps {
  readonly label: string
  readonly units: Units
  readonly journeys: readonly Journey[]
  /** Brought into view whenever another one is selected. */
  readonly selectedId: number | null
  readonly onSelect: (id: number) => void
  /** All journeys are brought into view whenever this is another object. */
  readonly filters: object
  /** Null shows the selected journey, or else all. */
  readonly view: View | null
  readonly onViewChange: (view: View) => void
  readonly tiles: TileSource
}

const FIT: L.FitBoundsOptions = { padding: [32, 32], maxZoom: 15, animate: false }
const WORLD = { center: [20, 0] as [number, number], zoom: 2 }

/** Imported as `JourneyMap` from ./maps, in the browser only. */
export function JourneyMap(props: JourneyMapProps) {
  const { label, journeys, view, tiles } = props
  const [map, setMap] = useState<L.Map | null>(null)
  const [start] = useState(() => {
    if (view) return { center: view.position, zoom: view.zoom }
    const selected = journeys.filter(({ id }) => id === props.selectedId)
    const bounds = boundsOf(selected.length > 0 ? selected : journeys)
    return bounds ? { bounds, boundsOptions: FIT } : WORLD
  })
  return (
    <section aria-label={label} className="relative isolate size-full overflow-hidden">
      <MapFrame
        ref={setMap}
        {...start}
        worldCopyJump
        // Journeys fill the window; buttons, keys and double-clicks still go by whole levels.
        zoomSnap={0.25}
        tiles={tiles}
        units={props.units}
      >
        <GroundClicks />
        <Journeys {...props} />
      </MapFrame>
      {/* Outside the map, which would receive the click as well. */}
      <IconButton
        icon={Maximize}
        label="Show all journeys"
        onClick={() => showAll(map, journeys)}
        className="absolute top-2.5 left-2.5 z-10"
      />
    </section>
  )
}

function Journeys({
  journeys,
  selectedId,
  filters,
  view,
  onSelect,
  onViewChange,
}: JourneyMapProps) {
  const map = useMap()
  const [layer] = useState(() => new JourneyLayer())
  const theme = useThemeName()
  useEffect(() => {
    layer.addTo(map)
    return () => void layer.remove()
  }, [layer, map])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme changes their colours
  useEffect(() => layer.setJourneys(journeys), [layer, journeys, theme])

  const shown = useRef({ selectedId, filters, isEmpty: view === null && journeys.length === 0 })
  const clickedId = useRef<number | null>(null)
  // Journeys that arrive later move nothing but an empty map.
  useEffect(() => {
    const before = shown.current
    shown.current = { selectedId, filters, isEmpty: before.isEmpty && journeys.length === 0 }
    const isOther = selectedId !== before.selectedId
    const selected = isOther ? boundsOf(journeys.filter(({ id }) => id === selectedId)) : null
    if (selected) {
      if (clickedId.current !== selectedId || !isInView(map, selected)) map.fitBounds(selected, FIT)
    } else if (filters !== before.filters || before.isEmpty) showAll(map, journeys)
  }, [map, journeys, selectedId, filters])

  useMapEvents({
    click({ containerPoint }) {
      const id = layer.idAt(containerPoint)
      if (id === null) return
      clickedId.current = id
      onSelect(id)
    },
    moveend: () => onViewChange(viewOf(map)),
    mousemove({ containerPoint }) {
      map.getContainer().classList.toggle('cursor-pointer', layer.idAt(containerPoint) !== null)
    },
  })
  const selected = journeys.find(({ id }) => id === selectedId)
  return selected ? <Selected key={selected.id} journey={selected} /> : null
}

/** The selected journey above the others, its ends marked as on a booking's map. */
function Selected({ journey }: { readonly journey: Journey }) {
  const from = useNearestCopy(journey.from)
  const to = nearestCopy(journey.to, from.lng)
  const line = [from, to]
  return (
    <>
      <Polyline positions={line} interactive={false} className="map-journey-casing" weight={7} />
      <Polyline positions={line} interactive={false} className="map-journey-selected" weight={4} />
      {(
        [
          ['from', from, 'Pick-up'],
          ['to', to, 'Drop-off'],
        ] as const
      ).map(([kind, position, alt]) => (
        <Marker
          key={kind}
          position={position}
          icon={iconOf({ kind })}
          interactive={false}
          keyboard={false}
          alt={alt}
        />
      ))}
    </>
  )
}

// Longest task of painting journeys.
const TASK_MS = 10

/** All journeys on one canvas, under the selected one. */
class JourneyLayer extends CanvasLayer {
  #journeys: readonly Journey[] = []

  constructor() {
    super('journeys', '390')
    // Supplies the theme's colour.
    this.canvas.classList.add('text-accent', 'opacity-70')
  }

  /** Also after a change of the theme, whose colour is read at every painting. */
  setJourneys(journeys: readonly Journey[]): void {
    this.#journeys = journeys
    this.schedule()
  }

  /** The id of the journey at a point of the map's container; null for none within reach. */
  idAt(point: L.Point): number | null {
    const at = this.pointOn(point)
    return (at && journeyAt(this.#journeys, at.projection, at.x, at.y)?.id) ?? null
  }

  protected override paint(map: L.Map): void {
    this.stopPainting()
    const viewport = paddedViewport(map)
    const context = this.reset(viewport)
    context.strokeStyle = getComputedStyle(this.canvas).color
    this.paintInTasks(paintJourneys(context, viewport, this.#journeys), TASK_MS)
  }
}

function showAll(map: L.Map | null, journeys: readonly Journey[]): void {
  const bounds = boundsOf(journeys)
  if (bounds) map?.fitBounds(bounds, FIT)
}

function boundsOf(journeys: readonly Journey[]): L.LatLngBounds | null {
  const corners = cornersOf(journeys)
  return corners && L.latLngBounds(corners[0], corners[1])
}

/** On any copy of the world. */
function isInView(map: L.Map, bounds: L.LatLngBounds): boolean {
  const shift = 360 * Math.round((map.getCenter().lng - bounds.getCenter().lng) / 360)
  const southWest = bounds.getSouthWest()
  const northEast = bounds.getNorthEast()
  return map
    .getBounds()
    .contains(
      L.latLngBounds(
        [southWest.lat, southWest.lng + shift],
        [northEast.lat, northEast.lng + shift],
      ),
    )
}
