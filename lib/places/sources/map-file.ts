import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { VectorTile, type VectorTileFeature } from '@mapbox/vector-tile'
import Pbf from 'pbf'
import { type MapArchive, openMapArchive } from '@/lib/map-tiles/archive'
import type { Collection } from '@/lib/places/build/collect'
import { LOCALITY, NEIGHBOURHOOD, POI } from '@/lib/places/place-index'

/** Larger maps are read at a lower zoom. */
const TILES_MAXIMUM = 1_000_000
const LARGEST_TILE_BYTES = 16 * 1024 * 1024
const PROGRESS_TILES = 20_000

const unzip = promisify(gunzip)

/**
 * Reads names out of all tiles of the largest zoom. Source: https://docs.protomaps.com/basemaps/layers
 * @param only the layers to read, by default all that have names
 */
export async function collectMapFile(
  path: string,
  into: Collection,
  { only, progress = () => undefined }: { only?: readonly string[]; progress?: (text: string) => void } = {},
): Promise<void> {
  const archive = await openMapArchive(path)
  try {
    if (archive.kind === 'vector') await readTiles(archive, into, only, progress)
  } finally {
    archive.close()
  }
}

async function readTiles(
  archive: MapArchive,
  into: Collection,
  only: readonly string[] | undefined,
  progress: (text: string) => void,
): Promise<void> {
  const { z, west, east, north, south } = rangeOf(archive)
  const total = (east - west + 1) * (south - north + 1)
  let read = 0
  for (let x = west; x <= east; x++) {
    for (let y = north; y <= south; y++) {
      const packed = await archive.tile({ z, x, y })
      if (++read % PROGRESS_TILES === 0) progress(`${read} of ${total} tiles`)
      if (!packed) continue
      const bytes = archive.contentEncoding
        ? await unzip(packed, { maxOutputLength: LARGEST_TILE_BYTES })
        : new Uint8Array(packed)
      readTile(bytes, { z, x, y }, into, only)
    }
  }
}

function rangeOf({ bounds, minZoom, maxZoom }: MapArchive) {
  for (let z = maxZoom; ; z--) {
    const size = 2 ** z
    const column = (lng: number) => clamp(Math.floor(((lng + 180) / 360) * size), size)
    const row = (lat: number) => {
      const sine = Math.sin((lat * Math.PI) / 180)
      return clamp(Math.floor((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * size), size)
    }
    const range = {
      z,
      west: column(bounds.west),
      east: column(bounds.east),
      north: row(bounds.north),
      south: row(bounds.south),
    }
    const tiles = (range.east - range.west + 1) * (range.south - range.north + 1)
    if (tiles <= TILES_MAXIMUM || z === minZoom) return range
  }
}

const clamp = (value: number, size: number) => Math.max(0, Math.min(size - 1, value || 0))

type ToPosition = (point: { x: number; y: number }) => [lat: number, lng: number]
type Read = (feature: VectorTileFeature, toPosition: ToPosition, into: Collection) => void

function readTile(
  bytes: Uint8Array,
  { z, x, y }: { z: number; x: number; y: number },
  into: Collection,
  only: readonly string[] | undefined,
): void {
  const { layers } = new VectorTile(new Pbf(bytes))
  for (const [name, read] of Object.entries(READS)) {
    const layer = layers[name]
    if (!layer || (only && !only.includes(name))) continue
    const size = 2 ** z
    const toPosition: ToPosition = (point) => {
      const north = Math.PI * (1 - (2 * (y + point.y / layer.extent)) / size)
      const lng = ((x + point.x / layer.extent) / size) * 360 - 180
      return [Math.round(((Math.atan(Math.sinh(north)) * 180) / Math.PI) * 1e6), Math.round(lng * 1e6)]
    }
    for (let n = 0; n < layer.length; n++) read(layer.feature(n), toPosition, into)
  }
}

const READS: Readonly<Record<string, Read>> = {
  roads: (feature, toPosition, into) => {
    const { name, kind } = feature.properties
    if (typeof name !== 'string' || kind === 'rail' || kind === 'ferry') return
    for (const line of feature.loadGeometry()) into.addLine(name, line.flatMap(toPosition))
  },
  places: (feature, toPosition, into) => {
    const { name, kind } = feature.properties
    const placeKind = kind === 'locality' ? LOCALITY : kind === 'neighbourhood' ? NEIGHBOURHOOD : null
    if (typeof name === 'string' && placeKind !== null)
      addAtMiddle(feature, toPosition, (...at) => into.addPlace(name, placeKind, ...at))
  },
  pois: readPlace,
  landuse: readPlace,
  buildings: (feature, toPosition, into) => {
    const { addr_housenumber: number, addr_street: street } = feature.properties
    if (number === undefined || typeof street !== 'string') return
    for (const part of String(number).split(/[,;]/))
      addAtMiddle(feature, toPosition, (...at) => into.addHouse(street, part, ...at))
  },
}

function readPlace(feature: VectorTileFeature, toPosition: ToPosition, into: Collection): void {
  const { name } = feature.properties
  if (typeof name === 'string') addAtMiddle(feature, toPosition, (...at) => into.addPlace(name, POI, ...at))
}

/** Without the margin of a tile, which is the neighbour's too. */
function addAtMiddle(
  feature: VectorTileFeature,
  toPosition: ToPosition,
  add: (lat: number, lng: number) => void,
): void {
  const points = feature.loadGeometry()[0] ?? []
  const mean = (axis: 'x' | 'y') => points.reduce((sum, point) => sum + point[axis], 0) / (points.length || 1)
  const [x, y] = [mean('x'), mean('y')]
  const isOwn = (value: number) => value >= 0 && value < feature.extent
  if (isOwn(x) && isOwn(y)) add(...toPosition({ x, y }))
}
