import Pbf from 'pbf'

const EXTENT = 4096

export interface TileFeature {
  readonly kind: 'point' | 'line' | 'polygon'
  /**
   * In tile units, 0 to 4096 from the north-west corner. A polygon's ring is
   * clockwise and not closed.
   */
  readonly points: readonly (readonly [number, number])[]
  readonly properties: Readonly<Record<string, string | number>>
}

const TYPES = { point: 1, line: 2, polygon: 3 } as const
const MOVE = 1
const LINE = 2
const CLOSE = 7

/** Encodes a vector tile. Source: Mapbox Vector Tile specification 2.1 */
export function encodeTile(layers: Readonly<Record<string, readonly TileFeature[]>>): Uint8Array {
  const pbf = new Pbf()
  for (const [name, features] of Object.entries(layers))
    pbf.writeMessage(3, writeLayer, { name, features: [...features] })
  return pbf.finish()
}

function writeLayer(layer: { name: string; features: TileFeature[] }, pbf: Pbf): void {
  const keys: string[] = []
  const values: (string | number)[] = []
  pbf.writeVarintField(15, 2)
  pbf.writeStringField(1, layer.name)
  for (const feature of layer.features) {
    const tags = Object.entries(feature.properties).flatMap(([key, value]) => [
      indexIn(keys, key),
      indexIn(values, value),
    ])
    pbf.writeMessage(2, writeFeature, { tags, feature })
  }
  for (const key of keys) pbf.writeStringField(3, key)
  for (const value of values) pbf.writeMessage(4, writeValue, value)
  pbf.writeVarintField(5, EXTENT)
}

function writeFeature({ tags, feature }: { tags: number[]; feature: TileFeature }, pbf: Pbf): void {
  pbf.writePackedVarint(2, tags)
  pbf.writeVarintField(3, TYPES[feature.kind])
  pbf.writePackedVarint(4, geometryOf(feature))
}

function writeValue(value: string | number, pbf: Pbf): void {
  if (typeof value === 'string') pbf.writeStringField(1, value)
  else pbf.writeVarintField(5, value)
}

function geometryOf({ kind, points }: TileFeature): number[] {
  const commands: number[] = []
  let lastX = 0
  let lastY = 0
  points.forEach(([x, y], n) => {
    if (n === 0) commands.push(MOVE | (1 << 3))
    if (n === 1) commands.push(LINE | ((points.length - 1) << 3))
    commands.push(zigzag(x - lastX), zigzag(y - lastY))
    lastX = x
    lastY = y
  })
  if (kind === 'polygon') commands.push(CLOSE | (1 << 3))
  return commands
}

const zigzag = (value: number) => (value << 1) ^ (value >> 31)

function indexIn<T>(list: T[], item: T): number {
  const found = list.indexOf(item)
  return found >= 0 ? found : list.push(item) - 1
}
