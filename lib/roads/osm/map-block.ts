import Pbf from 'pbf'
import { NumberList } from '@/lib/roads/graph/number-list'
import { eachDifference, eachField, eachNumber, numberAt, readVarint, toSigned } from './fields'
import { RoadsFileError } from './roads-file-error'

export type Tags = Readonly<Record<string, string>>

const TAGS_MAXIMUM = 5_000
/** OpenStreetMap allows 2,000. */
const POINTS_MAXIMUM = 50_000
const decoder = new TextDecoder()
const NO_TAGS: Tags = {}
// Unit of positions, in billionths of a degree, where a block does not say.
const USUAL_GRANULARITY = 100

/** Source: https://wiki.openstreetmap.org/wiki/PBF_Format, OSMData. */
export interface MapBlock {
  /** `tags` are those of the keys asked for. The list of `refs` is used again for the next way. */
  ways(keys: ReadonlySet<string>, visit: (tags: Tags, refs: NumberList<Float64Array>) => void): void
  /** Positions in millionths of a degree. */
  nodes(keys: ReadonlySet<string>, visit: (id: number, lat: number, lng: number, tags: Tags) => void): void
}

/** @throws RoadsFileError */
export function readMapBlock(bytes: Uint8Array): MapBlock {
  const pbf = new Pbf(bytes)
  // Pairs of beginning and end.
  const strings = new NumberList(new Uint32Array(1024))
  const groups: [from: number, to: number][] = []
  let [granularity, latOffset, lngOffset] = [USUAL_GRANULARITY, 0, 0]
  eachField(pbf, 0, bytes.length, (field, from, to) => {
    if (field === 1)
      eachField(pbf, from, to, (_, start, end) => {
        strings.push(start)
        strings.push(end)
      })
    else if (field === 2) groups.push([from, to])
    else if (field === 17) granularity = numberAt(pbf, from)
    else if (field === 19) latOffset = signedAt(from)
    else if (field === 20) lngOffset = signedAt(from)
  })
  const ranges = strings.done()

  function signedAt(from: number): number {
    pbf.pos = from
    return readVarint(pbf, true)
  }

  function textOf(index: number): string {
    if (2 * index + 1 >= ranges.length) throw new RoadsFileError('is damaged: a text is missing')
    return decoder.decode(bytes.subarray(ranges[2 * index], ranges[2 * index + 1]))
  }

  /** Indices of the keys among the block's texts. */
  function indicesOf(keys: ReadonlySet<string>): Map<number, string> {
    const longest = Math.max(...[...keys].map((key) => key.length))
    const found = new Map<number, string>()
    for (let index = 0; 2 * index < ranges.length; index++) {
      if (ranges[2 * index + 1]! - ranges[2 * index]! > longest) continue
      const text = textOf(index)
      if (keys.has(text)) found.set(index, text)
    }
    return found
  }

  /** @returns nothing where the key is not asked for */
  function tagOf(names: Map<number, string>, key: number, value: number): [string, string][] {
    const name = names.get(key)
    return name === undefined ? [] : [[name, textOf(value)]]
  }

  function tagsOf(names: Map<number, string>, keys: readonly number[], values: readonly number[]): Tags {
    if (keys.length === 0) return NO_TAGS
    if (keys.length !== values.length) throw new RoadsFileError('is damaged: a key has no value')
    const tags = keys.flatMap((key, n) => tagOf(names, key, values[n]!))
    return tags.length === 0 ? NO_TAGS : Object.fromEntries(tags)
  }

  function numbersOf(from: number, to: number): number[] {
    const numbers: number[] = []
    eachNumber(pbf, from, to, (value) => {
      if (numbers.length === TAGS_MAXIMUM) throw new RoadsFileError(`has an object of ${TAGS_MAXIMUM} tags`)
      numbers.push(value)
    })
    return numbers
  }

  const toMillionths = (offset: number, value: number) => Math.round((offset + granularity * value) / 1000)

  return {
    ways(keys, visit) {
      const names = indicesOf(keys)
      const refs = new NumberList(new Float64Array(64))
      for (const [groupFrom, groupTo] of groups)
        eachField(pbf, groupFrom, groupTo, (kind, wayFrom, wayTo) => {
          if (kind !== 3) return
          let [tagKeys, values, refsFrom, refsTo]: [number[], number[], number, number] = [[], [], 0, 0]
          eachField(pbf, wayFrom, wayTo, (field, from, to) => {
            if (field === 2) tagKeys = numbersOf(from, to)
            else if (field === 3) values = numbersOf(from, to)
            else if (field === 8) [refsFrom, refsTo] = [from, to]
          })
          const tags = tagsOf(names, tagKeys, values)
          if (tags === NO_TAGS) return
          refs.length = 0
          eachDifference(pbf, refsFrom, refsTo, (ref) => {
            if (refs.length === POINTS_MAXIMUM)
              throw new RoadsFileError(`has a way of more than ${POINTS_MAXIMUM} points`)
            refs.push(ref)
          })
          visit(tags, refs)
        })
    },
    nodes(keys, visit) {
      const names = indicesOf(keys)
      for (const [groupFrom, groupTo] of groups)
        eachField(pbf, groupFrom, groupTo, (kind, from, to) => {
          if (kind === 1) readNode(from, to)
          else if (kind === 2) readDense(from, to)
        })

      function readNode(nodeFrom: number, nodeTo: number): void {
        let [id, lat, lng]: [number, number, number] = [0, 0, 0]
        let [tagKeys, values]: [number[], number[]] = [[], []]
        eachField(pbf, nodeFrom, nodeTo, (field, from, to) => {
          if (field === 1) id = toSigned(numberAt(pbf, from))
          else if (field === 2) tagKeys = numbersOf(from, to)
          else if (field === 3) values = numbersOf(from, to)
          else if (field === 8) lat = toSigned(numberAt(pbf, from))
          else if (field === 9) lng = toSigned(numberAt(pbf, from))
        })
        const tags = tagsOf(names, tagKeys, values)
        visit(id, toMillionths(latOffset, lat), toMillionths(lngOffset, lng), tags)
      }

      function readDense(denseFrom: number, denseTo: number): void {
        const [ids, lats, lngs, tags] = [pbf, pbf, pbf, pbf].map(() => ({ pbf: new Pbf(bytes), end: 0 }))
        eachField(pbf, denseFrom, denseTo, (field, from, to) => {
          const column = { 1: ids, 8: lats, 9: lngs, 10: tags }[field]
          if (column) [column.pbf.pos, column.end] = [from, to]
        })
        const next = (column: typeof ids): number => {
          if (!column || column.pbf.pos >= column.end)
            throw new RoadsFileError('is damaged: a node has no position')
          return readVarint(column.pbf)
        }
        let [id, lat, lng] = [0, 0, 0]
        while (ids!.pbf.pos < ids!.end) {
          id += toSigned(next(ids))
          lat += toSigned(next(lats))
          lng += toSigned(next(lngs))
          visit(id, toMillionths(latOffset, lat), toMillionths(lngOffset, lng), tagsOfDense(names, tags!))
        }
      }

      /** Pairs of key and value, ended by a 0; nothing where no node of the group has tags. */
      function tagsOfDense(
        wanted: Map<number, string>,
        { pbf: column, end }: { pbf: Pbf; end: number },
      ): Tags {
        const tags: [string, string][] = []
        while (column.pos < end) {
          const key = readVarint(column)
          if (key === 0) break
          tags.push(...tagOf(wanted, key, readVarint(column)))
        }
        return tags.length === 0 ? NO_TAGS : Object.fromEntries(tags)
      }
    },
  }
}
