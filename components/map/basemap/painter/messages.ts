import type { Flavour } from '@/components/map/basemap/flavours'
import type { TypefacePart } from '@/components/map/typeface'

/** CSS pixels of a tile of the map. */
export const TILE_PIXELS = 256
/**
 * A tile of the file covers two by two of the map: fewer requests, and names that
 * are not cut at each edge.
 */
export const LEVELS = 1

/** Of a tile, of the map or of the file. */
export interface TileAddress {
  readonly z: number
  readonly x: number
  readonly y: number
}

export interface Look {
  /** Another number when anything but the zoom is different. */
  readonly style: number
  readonly flavour: Flavour
  /** Of the tiles that are shown; others wait. */
  readonly zoom: number
  /** How much larger the map shows tiles than they are drawn; not 1 between whole zooms. */
  readonly scale: number
  readonly pixelRatio: number
}

export type PainterRequest =
  /**
   * The address with {z}, {x} and {y}; the zooms of the file; the typeface of its names; the
   * address of the city's landmarks, null where the file has points of interest of its own.
   */
  | {
      readonly kind: 'start'
      readonly url: string
      readonly zooms: readonly [first: number, last: number]
      readonly typeface: readonly TypefacePart[]
      readonly landmarksUrl: string | null
    }
  | { readonly kind: 'look'; readonly look: Look }
  /** Middle of the map, in tiles: the nearest ones are painted first. */
  | { readonly kind: 'centre'; readonly x: number; readonly y: number }
  | { readonly kind: 'show'; readonly id: number; readonly tile: TileAddress }
  | { readonly kind: 'hide'; readonly id: number }

export type PainterAnswer =
  | { readonly kind: 'painted'; readonly id: number; readonly picture: ImageBitmap }
  | { readonly kind: 'failed'; readonly id: number }
