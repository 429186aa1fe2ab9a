import Pbf from 'pbf'
import { ConfigError } from '@/lib/config/config-error'
import { openRoadsFile, type PackedBlock, type RoadsFile } from './blocks'
import { eachField } from './fields'
import { readMapBlock } from './map-block'
import { RoadsFileError } from './roads-file-error'
import { NODE_KEYS, WAY_KEYS } from './rules'

const CHECKED_BLOCKS = 24
const KNOWN_FEATURES = ['OsmSchema-V0.6', 'DenseNodes']

/** The whole frame of ROADS_FILE, and blocks spread over it. @throws ConfigError with path and reason */
export function checkRoadsFile(path: string): void {
  let file: RoadsFile | undefined
  try {
    file = openRoadsFile(path)
    const blocks = [...file.blocks()]
    checkFeatures(file.unpack(blocks[0]!))
    const data = blocks.filter(({ type }) => type === 'OSMData')
    if (data.length === 0) throw new RoadsFileError('has nothing but a header')
    for (const block of spread(data)) {
      const { ways, nodes } = readMapBlock(file.unpack(block))
      ways(WAY_KEYS, () => undefined)
      nodes(NODE_KEYS, () => undefined)
    }
  } catch (error) {
    if (!(error instanceof RoadsFileError)) throw error
    throw new ConfigError(`ROADS_FILE: ${path} ${error.message}`)
  } finally {
    file?.close()
  }
}

/** The first, the last and the largest among them. */
function spread(blocks: readonly PackedBlock[]): readonly PackedBlock[] {
  if (blocks.length <= CHECKED_BLOCKS) return blocks
  const step = (blocks.length - 1) / (CHECKED_BLOCKS - 1)
  const even = Array.from({ length: CHECKED_BLOCKS }, (_, n) => blocks[Math.round(n * step)]!)
  const largest = blocks.reduce((most, block) => (block.bytes > most.bytes ? block : most))
  return [...even, largest]
}

/** A file that needs more of its reader, such as one with deleted objects, would be misread. */
function checkFeatures(header: Uint8Array): void {
  eachField(new Pbf(header), 0, header.length, (field, from, to) => {
    if (field !== 4) return
    const feature = Buffer.from(header.subarray(from, to)).toString()
    if (!KNOWN_FEATURES.includes(feature))
      throw new RoadsFileError(`needs ${JSON.stringify(feature.slice(0, 40))}, which Kerbside does not read`)
  })
}
