import { expect, test } from 'vitest'
import { boxOf, type Feature, LINE, nameLines } from './tiles'

const road = (name: string, ...points: [number, number][]): Feature => {
  const lines = [points.map(([x, y]) => ({ x, y }))]
  return { type: LINE, lines, box: boxOf(lines), properties: { kind: 'major_road', name } }
}

test('pieces of a street are one line, whichever way each is drawn', () => {
  const pieces = [road('A', [10, 0], [20, 0]), road('A', [30, 0], [20, 0]), road('A', [0, 0], [10, 0])]
  const [street] = nameLines(pieces)
  const xs = street?.lines.flat().map(({ x }) => x)
  expect(xs?.toSorted((a, b) => a - b)).toEqual([0, 10, 20, 30])
  expect(street?.lines).toHaveLength(1)
  expect(street?.box).toEqual({ minX: 0, minY: 0, maxX: 30, maxY: 0 })
})

test('streets of another name or class, or that fork, stay apart', () => {
  const other = { ...road('A', [20, 0], [30, 0]), properties: { kind: 'minor_road', name: 'A' } }
  expect(nameLines([road('A', [0, 0], [20, 0]), road('B', [20, 0], [30, 0]), other])).toHaveLength(3)
  const fork = [road('A', [0, 0], [10, 0]), road('A', [10, 0], [20, 5]), road('A', [10, 0], [20, -5])]
  expect(nameLines(fork)[0]?.lines).toHaveLength(3)
})

test('a ring ends, and roads without a name have no line', () => {
  const ring = [road('A', [0, 0], [10, 0], [10, 10]), road('A', [10, 10], [0, 0])]
  expect(nameLines(ring)[0]?.lines).toHaveLength(1)
  expect(nameLines([road('', [0, 0], [10, 0])])).toEqual([])
})
