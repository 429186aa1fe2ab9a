import { deflateSync } from 'node:zlib'
import Pbf from 'pbf'

export interface TestNode {
  readonly id: number
  readonly lat: number
  readonly lng: number
  readonly tags?: Readonly<Record<string, string>>
}

export interface TestWay {
  readonly refs: readonly number[]
  readonly tags: Readonly<Record<string, string>>
}

export interface OsmPbfOptions {
  readonly nodes: readonly TestNode[]
  readonly ways: readonly TestWay[]
  /** Nodes one by one instead of in columns. */
  readonly isPlain?: boolean
}

/** An OpenStreetMap extract in the form of planet files: nodes in one block, ways in the next. */
export function osmPbf({ nodes, ways, isPlain }: OsmPbfOptions): Buffer {
  return Buffer.concat([
    headerBlock(),
    fileBlock(
      'OSMData',
      mapBlock((strings, pbf) => writeNodes(pbf, nodes, strings, isPlain)),
    ),
    fileBlock(
      'OSMData',
      mapBlock((strings, pbf) => writeWays(pbf, ways, strings)),
    ),
  ])
}

function headerBlock(): Buffer {
  const header = new Pbf()
  for (const feature of ['OsmSchema-V0.6', 'DenseNodes']) header.writeStringField(4, feature)
  return fileBlock('OSMHeader', header.finish())
}

function fileBlock(type: string, data: Uint8Array): Buffer {
  const blob = new Pbf()
  blob.writeVarintField(2, data.length)
  blob.writeBytesField(3, deflateSync(data))
  const bytes = blob.finish()
  const header = new Pbf()
  header.writeStringField(1, type)
  header.writeVarintField(3, bytes.length)
  const frame = header.finish()
  const length = Buffer.alloc(4)
  length.writeUInt32BE(frame.length)
  return Buffer.concat([length, frame, bytes])
}

type Strings = (text: string) => number

function mapBlock(writeGroup: (strings: Strings, pbf: Pbf) => void): Uint8Array {
  // 0 ends the tags of a node in columns.
  const texts = ['']
  const group = new Pbf()
  const indexOf = (text: string) => {
    const index = texts.indexOf(text)
    return index < 0 ? texts.push(text) - 1 : index
  }
  writeGroup(indexOf, group)
  const block = new Pbf()
  block.writeMessage(
    1,
    (list: readonly string[], pbf) => {
      for (const text of list) pbf.writeBytesField(1, Buffer.from(text))
    },
    texts,
  )
  block.writeBytesField(2, group.finish())
  return block.finish()
}

/** Units of 100 billionths of a degree. */
const units = (degrees: number) => Math.round(degrees * 1e7)

function writeNodes(group: Pbf, nodes: readonly TestNode[], strings: Strings, isPlain = false): void {
  if (isPlain) {
    for (const { id, lat, lng, tags = {} } of nodes) {
      const node = new Pbf()
      node.writeSVarintField(1, id)
      writeTags(node, tags, strings)
      node.writeSVarintField(8, units(lat))
      node.writeSVarintField(9, units(lng))
      group.writeBytesField(1, node.finish())
    }
    return
  }
  const dense = new Pbf()
  dense.writePackedSVarint(1, differences(nodes.map(({ id }) => id)))
  dense.writePackedSVarint(8, differences(nodes.map(({ lat }) => units(lat))))
  dense.writePackedSVarint(9, differences(nodes.map(({ lng }) => units(lng))))
  dense.writePackedVarint(
    10,
    nodes.flatMap(({ tags = {} }) => [...Object.entries(tags).flat().map(strings), 0]),
  )
  group.writeBytesField(2, dense.finish())
}

function writeWays(group: Pbf, ways: readonly TestWay[], strings: Strings): void {
  for (const [index, { refs, tags }] of ways.entries()) {
    const way = new Pbf()
    way.writeVarintField(1, index + 1)
    writeTags(way, tags, strings)
    way.writePackedSVarint(8, differences(refs))
    group.writeBytesField(3, way.finish())
  }
}

function writeTags(pbf: Pbf, tags: Readonly<Record<string, string>>, strings: Strings): void {
  pbf.writePackedVarint(2, Object.keys(tags).map(strings))
  pbf.writePackedVarint(3, Object.values(tags).map(strings))
}

function differences(values: readonly number[]): number[] {
  return values.map((value, n) => value - (values[n - 1] ?? 0))
}
