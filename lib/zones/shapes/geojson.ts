import { type JSONVisitor, visit } from 'jsonc-parser'
import {
  LONGEST_ZONE_NAME,
  type NewZone,
  ZONE_COLOURS,
  ZONES_MAXIMUM,
  type ZoneColour,
  type ZoneShape,
} from '@/lib/api/contract/zones'
import type { Position } from '@/lib/interface/resources'
import { shapeFault, zonesFault } from './check-zones'
import { cornersOf, roundedPosition } from './geometry'

const ZONES_FILE_MAXIMUM_MB = 5
const MEGABYTE = 1024 * 1024

/** Zones of a file, or why it cannot be read, as a sentence that says where. */
export type ZonesOfFile = { readonly zones: readonly NewZone[] } | { readonly fault: string }

class FileFault extends Error {
  override readonly name = 'FileFault'
}

type JsonObject = Readonly<Record<string, unknown>>

/**
 * Reads GeoJSON (RFC 7946): polygons, and points with a property `radius` in metres as circles.
 * Properties `name`, `colour`, `fewestFree` and `mostFree` are read as this module writes them.
 */
export function readZonesFile(text: string): ZonesOfFile {
  try {
    return { zones: readZones(text) }
  } catch (error) {
    if (error instanceof FileFault) return { fault: error.message }
    throw error
  }
}

function readZones(text: string): NewZone[] {
  if (text.length > ZONES_FILE_MAXIMUM_MB * MEGABYTE) {
    const megabytes = Math.ceil(text.length / MEGABYTE)
    throw new FileFault(
      `The file is too large: ${megabytes} MB. Files of up to ${ZONES_FILE_MAXIMUM_MB} MB can be imported.`,
    )
  }
  const root = parseJson(text)
  checkProjection(root)
  const features = featuresOf(root)
  if (features.length === 0) throw new FileFault('The file holds no zones.')
  if (features.length > ZONES_MAXIMUM) {
    throw new FileFault(
      `The file holds ${features.length} zones; at most ${ZONES_MAXIMUM} can be imported.`,
    )
  }
  const zones = features.map(readFeature)
  const fault = zonesFault(zones)
  if (fault !== null) throw new FileFault(fault)
  return zones
}

function parseJson(text: string): JsonObject {
  let root: unknown
  try {
    root = JSON.parse(text)
  } catch {
    const place = placeOfFault(text)
    const where = place === null ? '' : ` ${place}`
    throw new FileFault(`The file is damaged: it isn’t valid JSON${where}.`)
  }
  if (!isObject(root)) throw notGeoJson()
  return root
}

/** "at line 3, column 12"; null where the text is nested too deeply to look for it. */
function placeOfFault(text: string): string | null {
  let place: string | null = null
  const onError: JSONVisitor['onError'] = (_code, _offset, _length, line, column) => {
    place ??= `at line ${line + 1}, column ${column + 1}`
  }
  try {
    visit(text, { onError }, { disallowComments: true })
  } catch (error) {
    if (error instanceof RangeError) return place
    throw error
  }
  return place ?? 'at its end'
}

const notGeoJson = () =>
  new FileFault('This isn’t GeoJSON: a FeatureCollection, a Feature or a Polygon is expected.')

/** Names of longitude and latitude in WGS 84 in earlier GeoJSON, some with a version. */
const WGS_84 = /CRS84$|EPSG(?::|:[\d.]*:|\/[\d.]+\/)4326$/i

/** RFC 7946 knows one projection; files in another one name it as `crs`. */
function checkProjection({ crs }: JsonObject): void {
  if (crs === undefined || crs === null) return
  const properties = isObject(crs) ? crs.properties : null
  const name = isObject(properties) ? properties.name : null
  if (typeof name === 'string' && WGS_84.test(name)) return
  const shown = typeof name === 'string' ? `“${name.slice(0, 60)}”` : 'in its member crs'
  throw new FileFault(`The file is in another projection: ${shown}. Save it in WGS 84 (EPSG:4326).`)
}

const GEOMETRIES: readonly unknown[] = ['Polygon', 'MultiPolygon', 'Point']

function featuresOf(root: JsonObject): readonly unknown[] {
  if (root.type === 'FeatureCollection') {
    if (!Array.isArray(root.features)) throw notGeoJson()
    return root.features
  }
  if (root.type === 'Feature') return [root]
  if (GEOMETRIES.includes(root.type)) return [{ type: 'Feature', geometry: root }]
  throw notGeoJson()
}

function readFeature(feature: unknown, at: number): NewZone {
  if (!isObject(feature) || feature.type !== 'Feature') {
    throw new FileFault(`Zone ${at + 1} of the file isn’t a Feature.`)
  }
  checkProjection(feature)
  if (isObject(feature.geometry)) checkProjection(feature.geometry)
  const properties = isObject(feature.properties) ? feature.properties : {}
  const name = nameOf(properties, at)
  const fail = (fault: string): never => {
    throw new FileFault(`Zone ${at + 1} of the file, “${name}”, ${fault}.`)
  }
  const shape = readShape(feature.geometry, properties, fail)
  const fault = shapeFault(shape)
  if (fault !== null) fail(fault)
  return {
    name,
    colour: colourOf(properties, at),
    shape,
    fewestFree: limitOf(properties.fewestFree),
    mostFree: limitOf(properties.mostFree),
  }
}

function nameOf({ name }: JsonObject, at: number): string {
  const text = typeof name === 'number' ? String(name) : name
  if (typeof text !== 'string') return `Zone ${at + 1}`
  const plain = text
    .replaceAll(/\p{Cc}/gu, ' ')
    .toWellFormed()
    .trim()
  return plain === '' ? `Zone ${at + 1}` : shortened(plain)
}

/** Cut to the longest name that can be saved, before a character rather than within it. */
function shortened(name: string): string {
  return name
    .slice(0, LONGEST_ZONE_NAME)
    .replace(/\p{Cs}$/u, '')
    .trim()
}

function colourOf({ colour }: JsonObject, at: number): ZoneColour {
  const known = ZONE_COLOURS.find((name) => name === colour)
  return known ?? (ZONE_COLOURS[at % ZONE_COLOURS.length] as ZoneColour)
}

function limitOf(limit: unknown): number | null {
  return typeof limit === 'number' ? limit : null
}

type Fail = (fault: string) => never

function readShape(geometry: unknown, properties: JsonObject, fail: Fail): ZoneShape {
  if (!isObject(geometry)) return fail('has no geometry')
  const { type, coordinates } = geometry
  if (type === 'Polygon') return readPolygon(coordinates, fail)
  if (type === 'MultiPolygon') {
    const parts = Array.isArray(coordinates) ? coordinates : []
    if (parts.length === 1) return readPolygon(parts[0], fail)
    return fail(`has ${parts.length} parts: save each as a zone of its own`)
  }
  if (type === 'Point') {
    const { radius } = properties
    if (typeof radius !== 'number') return fail('is a point without a radius, so it isn’t a zone')
    const centre = readPosition(coordinates)
    return centre ? { kind: 'circle', centre, radius } : fail('has a centre that can’t be read')
  }
  const shown = typeof type === 'string' ? type.slice(0, 40) : 'unknown'
  return fail(`is of the type ${shown}; polygons and circles can be imported`)
}

function readPolygon(coordinates: unknown, fail: Fail): ZoneShape {
  const rings: unknown[] = Array.isArray(coordinates) ? coordinates : []
  if (rings.length > 1) return fail('has a hole: zones have none. Remove it from the file')
  const [ring] = rings
  if (!Array.isArray(ring) || ring.length === 0) return fail('has no outline')
  const points: Position[] = []
  for (const [at, one] of ring.entries()) {
    const point = readPosition(one)
    if (!point) return fail(`has a point that can’t be read: point ${at + 1}`)
    points.push(point)
  }
  const last = points.pop() as Position
  const first = points[0]
  const isClosed = first?.lat === last.lat && first.lng === last.lng
  if (!isClosed) return fail('isn’t closed: its last point must repeat its first')
  return { kind: 'polygon', points: cornersOf(points) }
}

/** `[longitude, latitude]`, and perhaps a height. */
function readPosition(coordinates: unknown): Position | null {
  if (!Array.isArray(coordinates)) return null
  const lng: unknown = coordinates[0]
  const lat: unknown = coordinates[1]
  if (typeof lat !== 'number' || typeof lng !== 'number') return null
  const position = roundedPosition({ lat, lng })
  // JSON.parse reads 1e999 as infinite.
  const isReadable = Number.isFinite(position.lat) && Number.isFinite(position.lng)
  return isReadable ? position : null
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The zones in their order, as `readZonesFile` reads them. */
export function writeZonesFile(zones: readonly NewZone[]): string {
  const features = zones.map(({ name, colour, shape, fewestFree, mostFree }) => {
    const properties = { name, colour, fewestFree, mostFree }
    if (shape.kind === 'circle') {
      const geometry = { type: 'Point', coordinates: pairOf(shape.centre) }
      return { type: 'Feature', properties: { ...properties, radius: shape.radius }, geometry }
    }
    const [first] = shape.points
    const ring = first ? [...shape.points, first] : []
    const geometry = { type: 'Polygon', coordinates: [ring.map(pairOf)] }
    return { type: 'Feature', properties, geometry }
  })
  return JSON.stringify({ type: 'FeatureCollection', features }, null, 1)
}

function pairOf({ lat, lng }: Position): readonly [number, number] {
  return [lng, lat]
}
