import { nameLines } from './name-lines'
import { keyOf, type Place, placeOf, type TileAddress } from './tile-address'
import { type Feature, parseTile } from './tile-data'

export interface PlacedTile extends Place {
  readonly layers: ReadonlyMap<string, readonly Feature[]>
}

/** Joined lines of streets, beside the file's own layers. */
export const NAME_LINES = 'name-lines'

const KEPT_TILES = 64

/** Reads tiles of the file and keeps the latest. @param url with {z}, {x} and {y} */
export function createTileSource(url: string, [firstZoom, lastZoom]: readonly [number, number]) {
  const kept = new Map<string, Promise<PlacedTile['layers']>>()

  async function load({ z, x, y }: TileAddress): Promise<PlacedTile['layers']> {
    if (z < firstZoom) return new Map()
    const address = url.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y))
    const response = await fetch(address)
    if (response.status === 204) return new Map()
    if (!response.ok) throw new Error(`${address}: ${response.status}`)
    const layers = parseTile(await response.arrayBuffer())
    return new Map([...layers, [NAME_LINES, nameLines(layers.get('roads') ?? [])]])
  }

  /** The features under a tile of the map. @throws Error, also when signed out */
  return async (tile: TileAddress): Promise<PlacedTile> => {
    const place = placeOf(tile, lastZoom)
    const key = keyOf(place.address)
    const loading = kept.get(key) ?? load(place.address)
    // The latest is the last.
    kept.delete(key)
    kept.set(key, loading)
    const [oldest] = kept.keys()
    if (kept.size > KEPT_TILES && oldest !== undefined) kept.delete(oldest)
    try {
      return { ...place, layers: await loading }
    } catch (error) {
      if (kept.get(key) === loading) kept.delete(key)
      throw error
    }
  }
}
