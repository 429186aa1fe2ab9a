import type { Flavour } from '@/components/map/basemap/flavours'
import { type Feature, LINE, POLYGON } from './tile-data'
import type { Stops } from './zoom-scale'

/** How one class of features is drawn: as an area if it has no width, otherwise as a line. */
export interface GroundRule {
  readonly layer: string
  readonly colour: keyof Flavour
  readonly from?: number
  readonly is: (feature: Feature) => boolean
  readonly width?: Stops
  /** Pixels more than the width, on the screen. */
  readonly wider?: number
  /** In units of the tile. */
  readonly dash?: readonly number[]
  readonly cap?: CanvasLineCap
}

// biome-ignore format: one line a class
const GREEN = ['park', 'nature_reserve', 'forest', 'wood', 'golf_course', 'grass', 'grassland', 'cemetery', 'garden', 'meadow', 'orchard', 'scrub', 'village_green', 'recreation_ground', 'allotments', 'playground', 'pitch', 'zoo', 'national_park', 'protected_area']
// biome-ignore format: one line a class
const BUILT = ['residential', 'commercial', 'industrial', 'hospital', 'school', 'university', 'college', 'railway', 'pedestrian', 'aerodrome', 'urban_area']
const SAND = ['beach', 'sand', 'barren']
/** Casings would be all that is seen at smaller scales. */
const CASING_FROM = 12
const CASING_PIXELS = 1.6

const kindIs = (...kinds: string[]) => {
  const wanted = new Set(kinds)
  return ({ properties }: Feature) => wanted.has(String(properties.kind))
}
const isService = ({ properties: { kind_detail: detail } }: Feature) =>
  detail === 'service' || detail === 'driveway'

const area = (layer: string, colour: keyof Flavour, ...kinds: string[]): GroundRule => {
  const isKind = kindIs(...kinds)
  return {
    layer,
    colour,
    is: (feature) => feature.type === POLYGON && (kinds.length === 0 || isKind(feature)),
  }
}

const AREAS: readonly GroundRule[] = [
  area('earth', 'land'),
  area('landcover', 'green', 'forest', 'grassland', 'scrub'),
  area('landuse', 'built', ...BUILT),
  area('landuse', 'green', ...GREEN),
  area('landuse', 'sand', ...SAND),
  area('water', 'water'),
  { ...area('buildings', 'building'), from: 14 },
]

const isWaterway = kindIs('river', 'stream', 'canal')

// biome-ignore format: one line a class
const LINES: readonly GroundRule[] = [
  { layer: 'water', colour: 'water', width: [[8, 0.5], [14, 2], [18, 6]], is: (feature) => feature.type === LINE && isWaterway(feature) },
  { layer: 'boundaries', colour: 'boundary', width: [[4, 0.8], [12, 1.2]], dash: [4, 3], is: ({ properties }) => Number(properties.kind_detail) <= 4 },
  { layer: 'roads', colour: 'path', from: 14, width: [[14, 0.6], [18, 2.5]], dash: [3, 2], is: kindIs('path') },
  { layer: 'roads', colour: 'rail', from: 10, width: [[10, 0.5], [15, 1.5], [18, 3]], is: kindIs('rail') },
  { layer: 'roads', colour: 'rail', width: [[8, 0.8], [18, 1.2]], dash: [6, 4], is: kindIs('ferry') },
]

const isSmall = kindIs('minor_road', 'other')
const isMinor = kindIs('minor_road')

// Lowest first; later ones cover the ends of earlier ones.
// biome-ignore format: one line a class
const ROADS = [
  { colour: 'minor', from: 14, width: [[14, 0.6], [16, 3], [18, 7]], is: (feature: Feature) => isSmall(feature) && isService(feature) },
  { colour: 'minor', from: 12, width: [[11, 0.4], [13, 1.2], [15, 4.5], [18, 15]], is: (feature: Feature) => isMinor(feature) && !isService(feature) },
  { colour: 'major', from: 8, width: [[8, 0.5], [11, 1.2], [13, 2.8], [15, 7], [18, 22]], is: kindIs('major_road') },
  { colour: 'highway', from: 4, width: [[4, 0.5], [8, 1.2], [11, 2], [13, 3.6], [15, 8], [18, 24]], is: kindIs('highway') },
] as const

type Road = (typeof ROADS)[number]

const road = ({ colour, from, width, is }: Road): GroundRule => ({ layer: 'roads', colour, from, width, is })
const casing = (of: Road): GroundRule => ({
  ...road(of),
  colour: 'casing',
  from: Math.max(of.from, CASING_FROM),
  wider: CASING_PIXELS,
})
const bridge = (rule: GroundRule, cap: CanvasLineCap): GroundRule => ({
  ...rule,
  cap,
  is: (feature) => feature.properties.is_bridge !== undefined && rule.is(feature),
})

/** Classes drawn of a tile, lowest first: all casings before all roads, so that crossings are open; bridges on top. */
export const GROUND_RULES: readonly GroundRule[] = [
  ...AREAS,
  ...LINES,
  ...ROADS.map(casing),
  ...ROADS.map(road),
  // Round ends of a bridge's casing would cross the road before it.
  ...ROADS.slice(-2).flatMap((one) => [bridge(casing(one), 'butt'), bridge(road(one), 'round')]),
]
