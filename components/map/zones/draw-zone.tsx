import type * as L from 'leaflet'
import { useEffect, useEffectEvent } from 'react'
import { useMap } from 'react-leaflet'
import {
  type GeoJSONStoreFeatures,
  type HexColor,
  TerraDraw,
  TerraDrawCircleMode,
  TerraDrawPolygonMode,
  TerraDrawSelectMode,
} from 'terra-draw'
import { TerraDrawLeafletAdapter } from 'terra-draw-leaflet-adapter'
import { resolveColour } from '@/components/map/theme'
import type { ZoneDrawing } from '@/components/map/types'
import { createDrawingLayers } from './drawing-layers'
import { featureOf, shapeOf } from './drawn-shape'

/** Draws a new shape, or changes one. Can only be used in a descendant of <MapContainer>. */
export function DrawZone(drawing: ZoneDrawing) {
  const { mode, onShape } = drawing
  const map = useMap()
  const report = useEffectEvent(onShape)
  const start = useEffectEvent(() => startDrawing(map, drawing, report))
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is drawn meanwhile starts nothing
  useEffect(() => start(), [map, mode])
  return null
}

const POINT_PIXELS = 6
const MIDPOINT_PIXELS = 4

/** @returns ends it */
function startDrawing(
  map: L.Map,
  { mode, shape, colour }: ZoneDrawing,
  onShape: ZoneDrawing['onShape'],
): () => void {
  const layers = createDrawingLayers(map)
  const adapter = new TerraDrawLeafletAdapter({ lib: layers.lib, map })
  // Its style elements are refused by the Content-Security-Policy; the panes are not used.
  Object.assign(adapter, { createPaneStyleSheet: () => document.createElement('style') })
  const draw = new TerraDraw({ adapter, modes: modesIn(`var(--color-zone-${colour})`) })

  function report(id: string | number): void {
    const feature = draw.getSnapshotFeature(id)
    const drawn = feature && shapeOf(feature)
    if (drawn) onShape(drawn)
  }

  // After the click that ends the shape, which would open the map's popup once drawing has ended.
  draw.on('finish', (id) => setTimeout(report, 0, id))
  draw.start()
  if (mode === 'change' && shape) change(draw, featureOf(shape))
  else draw.setMode(mode)
  const allowControls = keepFromControls(map)
  map.getContainer().focus()
  return () => {
    allowControls()
    draw.stop()
    layers.remove()
  }
}

function change(draw: TerraDraw, feature: GeoJSONStoreFeatures): void {
  const [added] = draw.addFeatures([feature])
  if (added?.valid && added.id !== undefined) draw.selectFeature(added.id)
}

/** Shapes as they are drawn, and the handles of one that is changed. */
function modesIn(colour: string) {
  // Any colour of CSS will do: it becomes an attribute of the outline.
  const drawn = resolveColour(colour) as HexColor
  const ground = resolveColour('var(--color-surface)') as HexColor
  const shapeStyles = {
    fillColor: drawn,
    fillOpacity: 0.15,
    outlineColor: drawn,
    outlineWidth: 3,
  }
  return [
    new TerraDrawPolygonMode({
      // Escape is the page's.
      keyEvents: { finish: 'Enter', cancel: null },
      styles: {
        ...shapeStyles,
        closingPointColor: drawn,
        closingPointWidth: POINT_PIXELS,
        closingPointOutlineColor: ground,
        closingPointOutlineWidth: 2,
      },
    }),
    new TerraDrawCircleMode({
      keyEvents: { finish: 'Enter', cancel: null },
      styles: shapeStyles,
    }),
    new TerraDrawSelectMode({
      keyEvents: null,
      allowManualDeselection: false,
      flags: {
        polygon: {
          feature: {
            draggable: true,
            coordinates: { draggable: true, midpoints: true, deletable: true },
          },
        },
        circle: { feature: { draggable: true, coordinates: { resizable: 'center' } } },
      },
      styles: {
        selectedPolygonColor: drawn,
        selectedPolygonFillOpacity: 0.15,
        selectedPolygonOutlineColor: drawn,
        selectedPolygonOutlineWidth: 3,
        selectionPointColor: ground,
        selectionPointWidth: POINT_PIXELS,
        selectionPointOutlineColor: drawn,
        selectionPointOutlineWidth: 2,
        midPointColor: drawn,
        midPointWidth: MIDPOINT_PIXELS,
        midPointOutlineColor: ground,
        midPointOutlineWidth: 1,
      },
    }),
  ]
}

/** A click on these ends elsewhere than terra-draw expects. */
const CONTROLS = '.leaflet-control-container, .leaflet-marker-pane'

/** Keeps clicks on the map's own controls and handles from drawing. @returns ends it */
function keepFromControls(map: L.Map): () => void {
  const listening = new AbortController()
  const { signal } = listening
  for (const controls of map.getContainer().querySelectorAll(CONTROLS)) {
    controls.addEventListener('pointerdown', (event) => event.stopPropagation(), { signal })
  }
  return () => listening.abort()
}
