import { type Feature, LineSymbolizer, type PaintRule, PolygonSymbolizer } from 'protomaps-leaflet'
import type { Flavour } from './flavours'
import { widthBy, type ZoomScale } from './zoom-scale'

type Stops = Parameters<typeof widthBy>[0]

// biome-ignore format: one line a class
const GREEN = ['park', 'nature_reserve', 'forest', 'wood', 'golf_course', 'grass', 'grassland', 'cemetery', 'garden', 'meadow', 'orchard', 'scrub', 'village_green', 'recreation_ground', 'allotments', 'playground', 'pitch', 'zoo', 'national_park', 'protected_area']
const BUILT = [
  'residential',
  'commercial',
  'industrial',
  'hospital',
  'school',
  'university',
  'college',
  'railway',
  'pedestrian',
  'aerodrome',
  'urban_area',
]
const SAND = ['beach', 'sand', 'barren']

interface RoadClass {
  readonly colour: keyof Flavour
  readonly from: number
  readonly width: Stops
  readonly is: (feature: Feature) => boolean
}

const kindIs =
  (...kinds: string[]) =>
  ({ props }: Feature) =>
    kinds.includes(String(props.kind))
const isService = ({ props }: Feature) => props.kind_detail === 'service' || props.kind_detail === 'driveway'

// Lowest first; later ones cover the ends of earlier ones.
const ROADS: readonly RoadClass[] = [
  {
    colour: 'minor',
    from: 14,
    width: [
      [14, 0.6],
      [16, 3],
      [18, 7],
    ],
    is: (feature) => kindIs('minor_road', 'other')(feature) && isService(feature),
  },
  {
    colour: 'minor',
    from: 12,
    width: [
      [11, 0.4],
      [13, 1.2],
      [15, 4.5],
      [18, 15],
    ],
    is: (feature) => kindIs('minor_road')(feature) && !isService(feature),
  },
  {
    colour: 'major',
    from: 8,
    width: [
      [8, 0.5],
      [11, 1.2],
      [13, 2.8],
      [15, 7],
      [18, 22],
    ],
    is: kindIs('major_road'),
  },
  {
    colour: 'highway',
    from: 4,
    width: [
      [4, 0.5],
      [8, 1.2],
      [11, 2],
      [13, 3.6],
      [15, 8],
      [18, 24],
    ],
    is: kindIs('highway'),
  },
]

/** What is drawn of a tile, lowest first. */
export function paintRules(flavour: Flavour, scale: ZoomScale): PaintRule[] {
  return [...groundRules(flavour), ...lineRules(flavour, scale), ...roadRules(flavour, scale)]
}

function groundRules(flavour: Flavour): PaintRule[] {
  const area = (dataLayer: string, fill: string, ...kinds: string[]): PaintRule => ({
    dataLayer,
    symbolizer: new PolygonSymbolizer({ fill }),
    filter: (_, feature) => feature.geomType === POLYGON && (kinds.length === 0 || kindIs(...kinds)(feature)),
  })
  return [
    area('earth', flavour.land),
    area('landcover', flavour.green, 'forest', 'grassland', 'scrub'),
    area('landuse', flavour.built, ...BUILT),
    area('landuse', flavour.green, ...GREEN),
    area('landuse', flavour.sand, ...SAND),
    area('water', flavour.water),
    { ...area('buildings', flavour.building), minzoom: 14 },
  ]
}

const POLYGON = 3

function lineRules(flavour: Flavour, scale: ZoomScale): PaintRule[] {
  const line = (dataLayer: string, color: string, width: Stops, dash?: number[]) => {
    const pixels = widthBy(width, scale)
    // A dashed line takes other options than a plain one, and only per feature.
    const look = dash
      ? { dash, dashColor: color, dashWidth: (zoom: number) => pixels(zoom), perFeature: true }
      : {}
    return { dataLayer, symbolizer: new LineSymbolizer({ color, width: pixels, ...look }) }
  }
  return [
    {
      ...line('water', flavour.water, [
        [8, 0.5],
        [14, 2],
        [18, 6],
      ]),
      filter: (_, feature) => feature.geomType !== POLYGON && kindIs('river', 'stream', 'canal')(feature),
    },
    {
      ...line(
        'boundaries',
        flavour.boundary,
        [
          [4, 0.8],
          [12, 1.2],
        ],
        [4, 3],
      ),
      filter: (_, { props }) => Number(props.kind_detail) <= 4,
    },
    {
      ...line(
        'roads',
        flavour.path,
        [
          [14, 0.6],
          [18, 2.5],
        ],
        [3, 2],
      ),
      minzoom: 14,
      filter: (_, feature) => kindIs('path')(feature),
    },
    {
      ...line('roads', flavour.rail, [
        [10, 0.5],
        [15, 1.5],
        [18, 3],
      ]),
      minzoom: 10,
      filter: (_, feature) => kindIs('rail')(feature),
    },
    {
      ...line(
        'roads',
        flavour.rail,
        [
          [8, 0.8],
          [18, 1.2],
        ],
        [6, 4],
      ),
      filter: (_, feature) => kindIs('ferry')(feature),
    },
  ]
}

/** All casings before all fills, so that crossings are open; bridges once more on top. */
function roadRules(flavour: Flavour, scale: ZoomScale): PaintRule[] {
  const draw = (road: RoadClass, isCasing: boolean, isBridge: boolean): PaintRule => {
    const width = widthBy(road.width, scale)
    return {
      dataLayer: 'roads',
      // At small scales casings would be all that is seen.
      minzoom: isCasing ? Math.max(road.from, 12) : road.from,
      filter: (_, feature) => road.is(feature) && (!isBridge || feature.props.is_bridge !== undefined),
      symbolizer: new LineSymbolizer({
        color: isCasing ? flavour.casing : flavour[road.colour],
        width: (zoom: number) => width(zoom) + (isCasing ? 1.6 / scale.value : 0),
        // Round ends of a bridge's casing would cross the road before it.
        lineCap: isCasing && isBridge ? 'butt' : 'round',
        lineJoin: 'round',
      }),
    }
  }
  const crossing = ROADS.slice(-2)
  return [
    ...ROADS.map((road) => draw(road, true, false)),
    ...ROADS.map((road) => draw(road, false, false)),
    ...crossing.flatMap((road) => [draw(road, true, true), draw(road, false, true)]),
  ]
}
