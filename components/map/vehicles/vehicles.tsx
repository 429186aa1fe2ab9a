import * as L from 'leaflet'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useMap, useMapEvents } from 'react-leaflet'
import { nearestCopy } from '@/components/map/projection'
import { resolveColour, useThemeName } from '@/components/map/theme'
import { useTypefaceLoads } from '@/components/map/typeface'
import type { Emphasis, MapMenu } from '@/components/map/types'
import { isFromKeys } from '@/components/ui/menu-keys'
import type { Position } from '@/lib/interface/resources'
import { clusterText } from './clusters'
import type { LabelLook, LabelSource, Shown } from './scene'
import { type Target, VehicleLayer } from './vehicle-layer'

// Above the marker and its heading.
const OFFSET_PIXELS = 12

// Most second clicks of a double-click come sooner.
const DOUBLE_CLICK_MS = 250

export interface VehiclesProps extends Omit<Shown, 'emphasis' | 'labels'> {
  /** There are now too many, or no longer. */
  readonly onCrowded?: (isCrowded: boolean) => void
  readonly emphasis?: Emphasis | null
  /** The name of the vehicle in a slot, shown beside it; null hides all names. */
  readonly nameAt?: ((slot: number) => string | null) | null
  /** Slots of the vehicles that are labelled before others. */
  readonly namedFirst?: ReadonlySet<number>
  /** Shown by the pointer. */
  readonly isPlacing?: boolean | undefined
  /** Clicks draw a zone, and do nothing here. */
  readonly isDrawing?: boolean
  readonly onSelect: (id: string) => void
  /** Last known; null without a selection or a position. */
  readonly selectedPosition?: Position | null
  /** A click on no shape; null once it proves to be the first of a double-click, which zooms. */
  readonly onGround: (position: L.LatLng | null) => void
  /** The menu of a vehicle, or of a place without one. */
  readonly onMenu?: ((menu: MapMenu) => void) | undefined
  /** The tooltip of a vehicle, departed or not. */
  readonly describe: (id: string) => string
  /** The vehicle whose tooltip is shown; null for none. */
  readonly onHover?: (id: string | null) => void
}

/** The vehicle layer of a map. Can only be used in a descendant of <MapContainer>. */
export function Vehicles(props: VehiclesProps) {
  const { vehicles, departed, trail, clustering, selectedId, onSelect, onGround, describe } = props
  const map = useMap()
  const [tooltip] = useState(() => new Tooltip())
  const pointer = useRef<L.Point | null>(null)
  const frame = useRef(0)
  const ground = useRef<ReturnType<typeof setTimeout>>(undefined)

  const hoveredId = useRef<string | null>(null)
  const report = (target: Target | null) => {
    const id = target ? idOf(target) : null
    if (id === hoveredId.current) return
    hoveredId.current = id
    props.onHover?.(id)
  }
  const hover = () => {
    const target = pointer.current && layer.targetAt(pointer.current)
    map.getContainer().classList.toggle('cursor-pointer', Boolean(target))
    report(target)
    if (target) tooltip.show(map, target.point, textOf(target, describe))
    else tooltip.hide()
  }
  const latestHover = useRef(hover)
  // One hit test per frame, after pointer moves and repaints.
  const [scheduleHover] = useState(() => () => {
    cancelAnimationFrame(frame.current)
    frame.current = requestAnimationFrame(() => latestHover.current())
  })
  useEffect(() => {
    latestHover.current = hover
    // More may be known by now of the vehicle under a resting pointer.
    if (pointer.current) scheduleHover()
  })
  const [isCrowded, setIsCrowded] = useState(false)
  const [layer] = useState(
    () =>
      new VehicleLayer((isCrowdedNow) => {
        setIsCrowded(isCrowdedNow)
        if (pointer.current) scheduleHover()
      }),
  )
  const { onCrowded } = props
  useEffect(() => onCrowded?.(isCrowded), [onCrowded, isCrowded])

  useEffect(() => {
    layer.addTo(map)
    return () => {
      cancelAnimationFrame(frame.current)
      clearTimeout(ground.current)
      layer.remove()
      tooltip.hide()
    }
  }, [layer, map, tooltip])
  const hasMenu = props.onMenu !== undefined
  useEffect(() => {
    map.getContainer().toggleAttribute('data-menu', hasMenu)
  }, [map, hasMenu])
  const labels = useLabels(props)
  const { emphasis = null } = props
  // Before the next frame, which paints them: passive effects may run after it.
  useLayoutEffect(
    () => layer.show({ vehicles, departed, trail, clustering, emphasis, labels, selectedId }),
    [layer, vehicles, departed, trail, clustering, emphasis, labels, selectedId],
  )

  useEffect(() => {
    map.getContainer().classList.toggle('map-is-placing', props.isPlacing === true)
  }, [map, props.isPlacing])

  useMapEvents({
    click(event) {
      clearTimeout(ground.current)
      if (props.isDrawing) return
      // The second of a double-click, which zooms: the first may have moved the map below it.
      const { detail } = event.originalEvent
      if (detail > 1) return onGround(null)
      const target = layer.targetAt(event.containerPoint)
      // A marker lets clicks through to the vehicles below it.
      if (!target && isOnMarker(event.originalEvent)) return
      if (!target) {
        const answer = () => onGround(event.latlng.wrap())
        if (props.isPlacing || detail === 0) return answer()
        ground.current = setTimeout(answer, DOUBLE_CLICK_MS)
        return
      }
      if (target.kind === 'departed') return onSelect(target.id)
      if (target.kind === 'vehicle') return onSelect(nextOf(target.ids, selectedId))
      const { position, zoom } = target.split(map.getZoom())
      map.setView(nearestCopy(position, event.latlng.lng), zoom)
    },
    contextmenu(event) {
      const { originalEvent, containerPoint, latlng } = event
      if (!props.onMenu || props.isDrawing || isOnMarker(originalEvent)) return
      originalEvent.preventDefault()
      clearTimeout(ground.current)
      tooltip.hide()
      if (isFromKeys(originalEvent)) return props.onMenu(menuOfKeys(map, props))
      const target = layer.targetAt(containerPoint)
      const { lat, lng } = latlng.wrap()
      props.onMenu({
        x: originalEvent.clientX,
        y: originalEvent.clientY,
        id: target && idOf(target),
        position: { lat, lng },
      })
    },
    mousemove(event) {
      // After a tap no pointer remains.
      if (window.matchMedia('(hover: none)').matches) return
      pointer.current = event.containerPoint
      scheduleHover()
    },
    // The tooltip would not scale with the map.
    zoomstart() {
      report(null)
      tooltip.hide()
    },
    mouseout() {
      pointer.current = null
      scheduleHover()
    },
  })
  return null
}

/** Of the selected vehicle, or else of the middle of the map. */
function menuOfKeys(map: L.Map, { selectedId, selectedPosition = null }: VehiclesProps): MapMenu {
  const centre = map.getCenter()
  const shown = selectedPosition && nearestCopy(selectedPosition, centre.lng)
  const { x, y } = map.latLngToContainerPoint(shown ?? centre)
  const { left, top } = map.getContainer().getBoundingClientRect()
  const { lat, lng } = centre.wrap()
  return {
    x: left + x,
    y: top + y,
    id: selectedPosition ? selectedId : null,
    position: selectedPosition ?? { lat, lng },
  }
}

function isOnMarker({ target }: MouseEvent): boolean {
  return target instanceof Element && target.closest('.leaflet-marker-icon') !== null
}

/** Repeated clicks on several vehicles at one spot select them in turn. */
function nextOf(ids: readonly string[], selectedId: string | null): string {
  const inTurn = [...ids].sort()
  return selectedId !== null && ids.includes(selectedId)
    ? (inTurn[(inTurn.indexOf(selectedId) + 1) % inTurn.length] as string)
    : (ids[0] as string)
}

/** Null for a group. */
function idOf(target: Target): string | null {
  if (target.kind === 'cluster') return null
  return target.kind === 'departed' ? target.id : target.ids[0]
}

function textOf(target: Target, describe: (id: string) => string): string {
  switch (target.kind) {
    case 'cluster':
      return clusterText(target.count, target.statuses)
    case 'departed':
      return describe(target.id)
    case 'vehicle': {
      const others = target.ids.length - 1
      const text = describe(target.ids[0])
      return others === 0 ? text : `${text}; ${others} more here, click again for the next`
    }
  }
}

/** Replaces Leaflet's tooltip, which measures itself, and thereby the page, at every move. */
class Tooltip {
  readonly #element = L.DomUtil.create('div', 'leaflet-tooltip leaflet-tooltip-top')

  constructor() {
    this.#element.setAttribute('role', 'tooltip')
  }

  /**
   * @param point of the map's container
   * @param text never markup: it contains the service's text
   */
  show(map: L.Map, point: L.Point, text: string): void {
    const element = this.#element
    if (element.textContent !== text) element.textContent = text
    const { x, y } = map.containerPointToLayerPoint(point).round()
    element.style.transform = `translate3d(${x}px, ${y - OFFSET_PIXELS}px, 0) translate(-50%, -100%)`
    if (!element.isConnected) map.getPane('tooltipPane')?.append(element)
  }

  hide(): void {
    this.#element.remove()
  }
}

const none: ReadonlySet<number> = new Set()

/** At a text size of 16 pixels, the usual one. */
const FONT_SHARE = 0.75

/** The names beside the vehicles, in the colours of the page's theme; null when they are hidden. */
function useLabels({ nameAt, namedFirst = none }: VehiclesProps): LabelSource | null {
  const theme = useThemeName()
  const loads = useTypefaceLoads()
  const look = useMemo(() => readLook(theme, loads), [theme, loads])
  return useMemo(
    () => (nameAt ? { textOf: nameAt, first: namedFirst, look } : null),
    [nameAt, namedFirst, look],
  )
}

/**
 * @param _theme the one that the page's colours follow
 * @param _loads of the typeface: texts are measured again after each
 */
function readLook(_theme: string, _loads: number): LabelLook {
  return {
    colour: resolveColour('var(--map-label)'),
    halo: resolveColour('var(--map-label-halo)'),
    fontPixels: Number.parseFloat(getComputedStyle(document.documentElement).fontSize) * FONT_SHARE,
  }
}
