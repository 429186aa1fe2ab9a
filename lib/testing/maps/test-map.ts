import { writeFileSync } from 'node:fs'
import { archiveBytes, type TestTile } from './archive-bytes'
import { encodeTile, type TileFeature } from './vector-tile'

/** Land north of this parallel, water south of it; London's default position is on the street. */
export const COAST_LATITUDE = 51.503
export const STREET = { name: 'Проспект Мира', lat: 51.509865 }
export const AVENUE = { name: 'شارع النيل', lng: -0.118092 }
/** west, south, east, north */
export const TEST_MAP_BOUNDS = [-0.2, 51.46, -0.04, 51.56] as const

const ZOOMS = [10, 11, 12, 13, 14]
const EXTENT = 4096
const MARGIN = 64

/**
 * A small vector map around the demo fleet: a street along a parallel, an avenue along a
 * meridian, the sea in the south.
 */
export function writeTestMap(path: string): string {
  writeFileSync(path, archiveBytes({ tiles: ZOOMS.flatMap(tilesOf), bounds: TEST_MAP_BOUNDS }))
  return path
}

function tilesOf(z: number): TestTile[] {
  const [west, south, east, north] = TEST_MAP_BOUNDS
  const tiles: TestTile[] = []
  for (let x = Math.floor(tileX(west, z)); x <= Math.floor(tileX(east, z)); x++) {
    for (let y = Math.floor(tileY(north, z)); y <= Math.floor(tileY(south, z)); y++)
      tiles.push({ z, x, y, bytes: encodeTile(layersOf(z, x, y)) })
  }
  return tiles
}

function layersOf(z: number, x: number, y: number): Record<string, TileFeature[]> {
  const coast = clamp(unitsIn(tileY(COAST_LATITUDE, z), y))
  const street = unitsIn(tileY(STREET.lat, z), y)
  const avenue = unitsIn(tileX(AVENUE.lng, z), x)
  const low = -MARGIN
  const high = EXTENT + MARGIN
  return {
    earth: coast > low ? [polygon(low, coast, 'earth')] : [],
    water: coast < high ? [polygon(coast, high, 'ocean')] : [],
    roads: [
      ...(isInside(street) ? [road(STREET.name, [low, street], [high, street])] : []),
      ...(isInside(avenue) ? [road(AVENUE.name, [avenue, low], [avenue, high])] : []),
    ],
  }
}

function polygon(top: number, bottom: number, kind: string): TileFeature {
  const left = -MARGIN
  const right = EXTENT + MARGIN
  return {
    kind: 'polygon',
    points: [
      [left, top],
      [right, top],
      [right, bottom],
      [left, bottom],
    ],
    properties: { kind },
  }
}

function road(name: string, ...points: [number, number][]): TileFeature {
  return { kind: 'line', points, properties: { kind: 'major_road', kind_detail: 'primary', name } }
}

const tileX = (lng: number, z: number) => ((lng + 180) / 360) * 2 ** z

function tileY(lat: number, z: number): number {
  const radians = (lat * Math.PI) / 180
  return ((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * 2 ** z
}

const unitsIn = (position: number, tile: number) => Math.round((position - tile) * EXTENT)

const clamp = (units: number) => Math.min(EXTENT + MARGIN, Math.max(-MARGIN, units))

const isInside = (units: number) => units === clamp(units)
