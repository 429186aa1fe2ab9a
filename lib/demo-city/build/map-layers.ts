import type { OsmFeature, Point } from './osm-features'
import type { Bounds } from './sea'

/** A feature of the map's tiles: layer and properties as in the Protomaps schema, version 4. */
export interface MapFeature {
  layer: 'earth' | 'water' | 'landuse' | 'buildings' | 'roads' | 'places'
  kind: 'point' | 'line' | 'area'
  minimumZoom: number
  properties: Properties
  parts: Point[][]
}

type Properties = Readonly<Record<string, string>>
type Tags = Readonly<Record<string, string>>
type Shape = Pick<MapFeature, 'layer' | 'minimumZoom' | 'properties'>

/** Kind and first zoom of each class of road. */
const ROADS: Readonly<Record<string, readonly [kind: string, minimumZoom: number]>> = {
  motorway: ['highway', 8],
  trunk: ['major_road', 8],
  primary: ['major_road', 8],
  secondary: ['major_road', 10],
  tertiary: ['major_road', 11],
  unclassified: ['minor_road', 12],
  residential: ['minor_road', 12],
  living_street: ['minor_road', 12],
  road: ['minor_road', 13],
  service: ['minor_road', 14],
  pedestrian: ['path', 13],
  track: ['path', 14],
  footway: ['path', 14],
  cycleway: ['path', 14],
  path: ['path', 14],
  steps: ['path', 14],
}

/** Kind of a piece of land by its tag; the first that fits. */
const LAND: readonly (readonly [tag: string, value: string, kind: string, minimumZoom: number])[] = [
  ['aeroway', 'aerodrome', 'aerodrome', 9],
  ['aeroway', 'runway', 'runway', 11],
  ['leisure', 'park', 'park', 10],
  ['leisure', 'golf_course', 'golf_course', 10],
  ['leisure', 'garden', 'park', 13],
  ['leisure', 'stadium', 'stadium', 12],
  ['leisure', 'pitch', 'pitch', 13],
  ['leisure', 'track', 'pitch', 13],
  ['leisure', 'playground', 'playground', 14],
  ['natural', 'beach', 'beach', 10],
  ['natural', 'sand', 'beach', 10],
  ['natural', 'wetland', 'wetland', 11],
  ['natural', 'grassland', 'grassland', 11],
  ['landuse', 'cemetery', 'cemetery', 11],
  ['landuse', 'forest', 'forest', 10],
  ['landuse', 'grass', 'grass', 12],
  ['landuse', 'meadow', 'grass', 12],
  ['landuse', 'recreation_ground', 'park', 12],
  ['landuse', 'industrial', 'industrial', 11],
  ['landuse', 'military', 'military', 11],
  ['landuse', 'railway', 'railway', 12],
  ['amenity', 'hospital', 'hospital', 12],
  ['amenity', 'university', 'university', 12],
  ['amenity', 'school', 'school', 13],
]

const PLACES: Readonly<Record<string, readonly [kind: string, minimumZoom: number]>> = {
  city: ['locality', 8],
  town: ['locality', 9],
  suburb: ['neighbourhood', 11],
  neighbourhood: ['neighbourhood', 13],
}

const DRAWN_STREAMS = ['river', 'canal', 'stream']

/** @returns the objects that the map draws */
export function toMapFeatures(
  features: readonly OsmFeature[],
  sea: readonly Point[][][],
  bounds: Bounds,
): MapFeature[] {
  const { west, south, east, north } = bounds
  const edge: Point[] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
  const ground = { kind: 'area', minimumZoom: 0 } as const
  return [
    { ...ground, layer: 'earth', properties: { kind: 'earth' }, parts: [edge] },
    ...sea.map((parts) => ({ ...ground, layer: 'water', properties: { kind: 'ocean' }, parts }) as const),
    ...features.flatMap(({ kind, tags, parts }) => {
      const shape = kind === 'point' ? placeOf(tags) : kind === 'line' ? lineOf(tags) : areaOf(tags)
      return shape ? [{ ...shape, kind, parts }] : []
    }),
  ]
}

function placeOf({ place = '', name }: Tags): Shape | null {
  const found = PLACES[place]
  if (!found || !name) return null
  const [kind, minimumZoom] = found
  return { layer: 'places', minimumZoom, properties: { kind, kind_detail: place, name } }
}

function lineOf(tags: Tags): Shape | null {
  const { highway = '', railway, waterway = '', name } = tags
  const named: Properties = name ? { name } : {}
  if (railway === 'rail')
    return {
      layer: 'roads',
      minimumZoom: 11,
      properties: { kind: 'rail', kind_detail: 'rail', ...layerOf(tags) },
    }
  if (DRAWN_STREAMS.includes(waterway) && !tags.tunnel)
    return {
      layer: 'water',
      minimumZoom: waterway === 'stream' ? 12 : 9,
      properties: { kind: waterway, ...named },
    }
  const detail = highway.replace(/_link$/, '')
  const road = ROADS[detail]
  if (!road || tags.area === 'yes') return null
  const [kind, minimumZoom] = road
  return {
    layer: 'roads',
    minimumZoom,
    properties: {
      kind,
      kind_detail: detail,
      ...named,
      ...(tags.ref ? { ref: tags.ref } : {}),
      ...(highway !== detail ? { is_link: 'true' } : {}),
      ...(isOneWay(tags) ? { oneway: 'yes' } : {}),
      ...layerOf(tags),
    },
  }
}

const isOneWay = ({ oneway, junction }: Tags) => oneway === 'yes' || junction === 'roundabout'

function layerOf({ bridge, tunnel }: Tags): Record<string, string> {
  if (bridge && bridge !== 'no') return { is_bridge: 'true' }
  return tunnel && tunnel !== 'no' ? { is_tunnel: 'true' } : {}
}

function areaOf(tags: Tags): Shape | null {
  const named: Properties = tags.name ? { name: tags.name } : {}
  if (tags.building && tags.building !== 'no')
    return { layer: 'buildings', minimumZoom: 14, properties: { kind: 'building' } }
  if (tags.natural === 'water' || tags.waterway === 'riverbank')
    return { layer: 'water', minimumZoom: 10, properties: { kind: 'water', ...named } }
  const land = LAND.find(([tag, value]) => tags[tag] === value)
  if (!land) return null
  const [, , kind, minimumZoom] = land
  return { layer: 'landuse', minimumZoom, properties: { kind, ...named } }
}
