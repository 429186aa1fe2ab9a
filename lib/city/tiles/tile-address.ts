import type { Bounds } from './checks'

export interface TileAddress {
  readonly z: number
  readonly x: number
  readonly y: number
}

const LARGEST_ZOOM = 22

/** @returns null unless all three are whole numbers of a tile that exists in the world */
export function parseTileAddress(z: string, x: string, y: string): TileAddress | null {
  if (![z, x, y].every((text) => /^(0|[1-9]\d{0,6})$/.test(text))) return null
  const address = { z: Number(z), x: Number(x), y: Number(y) }
  const tiles = 2 ** address.z
  return address.z <= LARGEST_ZOOM && address.x < tiles && address.y < tiles ? address : null
}

/** Whether a tile touches the area. */
export function touches({ z, x, y }: TileAddress, { west, south, east, north }: Bounds): boolean {
  const tiles = 2 ** z
  return (
    (x + 1) / tiles >= (west + 180) / 360 &&
    x / tiles <= (east + 180) / 360 &&
    (y + 1) / tiles >= mercatorY(north) &&
    y / tiles <= mercatorY(south)
  )
}

/** 0 at the northern edge of the map, 1 at the southern. */
function mercatorY(latitude: number): number {
  const sine = Math.sin((latitude * Math.PI) / 180)
  const y = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)
  return Math.min(1, Math.max(0, y))
}
