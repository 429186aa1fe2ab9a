import type Pbf from 'pbf'
import { RoadsFileError } from './roads-file-error'

const VARINT = 0
const FIXED64 = 1
const BYTES = 2
const FIXED32 = 5

/**
 * Fields of a protobuf message, each with the range of its value. Every length is checked: pbf itself would follow one
 * that lies beyond the end of its bytes. @throws RoadsFileError
 */
export function eachField(
  pbf: Pbf,
  begin: number,
  end: number,
  visit: (field: number, from: number, to: number) => void,
): void {
  let at = begin
  while (at < end) {
    pbf.pos = at
    const key = readVarint(pbf)
    const type = key & 7
    let from = pbf.pos
    if (type === BYTES) {
      const length = readVarint(pbf)
      from = pbf.pos
      at = from + length
    } else if (type === VARINT) {
      readVarint(pbf)
      at = pbf.pos
    } else if (type === FIXED64 || type === FIXED32) at = from + (type === FIXED64 ? 8 : 4)
    else throw new RoadsFileError('is damaged: a block has a field of an unknown type')
    if (!(at <= end)) throw new RoadsFileError('is damaged: a field ends beyond its block')
    visit(key >>> 3, from, at)
  }
}

/** Numbers of a packed field, one after the other. */
export function eachNumber(pbf: Pbf, from: number, to: number, visit: (value: number) => void): void {
  pbf.pos = from
  while (pbf.pos < to) visit(readVarint(pbf))
}

/** The same, each stored as the difference to the one before, with its sign. */
export function eachDifference(pbf: Pbf, from: number, to: number, visit: (value: number) => void): void {
  let value = 0
  pbf.pos = from
  while (pbf.pos < to) {
    value += toSigned(readVarint(pbf))
    visit(value)
  }
}

export function numberAt(pbf: Pbf, from: number): number {
  pbf.pos = from
  return readVarint(pbf)
}

/** Zigzag, which holds a sign in the lowest bit. */
export function toSigned(value: number): number {
  return value % 2 === 1 ? (value + 1) / -2 : value / 2
}

/** @throws RoadsFileError */
export function readVarint(pbf: Pbf, isSigned = false): number {
  try {
    return pbf.readVarint(isSigned)
  } catch {
    throw new RoadsFileError('is damaged: a block has a number without an end')
  }
}
