import type { Box } from './box'

/** Of a tile, of the map or of the file. */
export interface TileAddress {
  readonly z: number
  readonly x: number
  readonly y: number
}

/** Where a tile of the file lies at a zoom of the map. */
export interface Place {
  readonly address: TileAddress
  /** Of its north-west corner, in pixels of the world at that zoom. */
  readonly left: number
  readonly top: number
  /** Pixels per unit of its features. */
  readonly scale: number
}

/** CSS pixels of a tile of the map. */
export const TILE_PIXELS = 256
/** A tile of the file covers two by two of the map: fewer requests, and names that are not cut at each edge. */
export const LEVELS = 1
/** A data tile has this many units, which are pixels if it is not drawn larger. */
export const DATA_UNITS = 512

/** The tile of the file that a tile of the map is drawn from; beyond the last zoom it is drawn larger. */
export function placeOf({ z, x, y }: TileAddress, lastZoom: number): Place {
  const level = Math.min(Math.max(z - LEVELS, 0), lastZoom)
  const tiles = 2 ** (z - level)
  const address = { z: level, x: Math.floor(x / tiles), y: Math.floor(y / tiles) }
  const side = TILE_PIXELS * tiles
  return { address, left: address.x * side, top: address.y * side, scale: side / DATA_UNITS }
}

export function boxOfTile({ x, y }: TileAddress): Box {
  const [minX, minY] = [x * TILE_PIXELS, y * TILE_PIXELS]
  return { minX, minY, maxX: minX + TILE_PIXELS, maxY: minY + TILE_PIXELS }
}

export function keyOf({ z, x, y }: TileAddress): string {
  return `${z}/${x}/${y}`
}
