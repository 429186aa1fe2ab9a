import { type ArchiveOptions, type Tile, writeArchive } from './write-archive'

export type TestTile = Tile

export interface TestArchive extends Partial<Omit<ArchiveOptions, 'bounds'>> {
  readonly tiles: readonly Tile[]
  /** west, south, east, north */
  readonly bounds?: readonly [number, number, number, number]
}

export const PROTOMAPS_METADATA = {
  name: 'Test',
  attribution: '<a href="https://www.openstreetmap.org/copyright">© OpenStreetMap</a> contributors',
  vector_layers: [
    { id: 'earth', fields: { kind: 'String' } },
    { id: 'water', fields: { kind: 'String' } },
    { id: 'roads', fields: { kind: 'String', name: 'String' } },
    { id: 'places', fields: { kind: 'String', name: 'String' } },
  ],
}

/** A PMTiles archive, by default of the world in Protomaps' schema. */
export function archiveBytes({
  tiles,
  metadata = PROTOMAPS_METADATA,
  bounds,
  ...options
}: TestArchive): Buffer {
  const [west, south, east, north] = bounds ?? [-180, -85, 180, 85]
  return writeArchive(tiles, { metadata, bounds: { west, south, east, north }, ...options })
}
