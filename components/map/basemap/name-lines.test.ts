import type { Feature } from 'protomaps-leaflet'
import { expect, test } from 'vitest'
import { nameLines } from './name-lines'

const road = (name: string, ...points: [number, number][]): Feature =>
  ({
    props: { kind: 'major_road', name },
    geomType: 2,
    geom: [points.map(([x, y]) => ({ x, y }))],
    bbox: { minX: 0, minY: 0, maxX: 0, maxY: 0 },
    numVertices: points.length,
  }) as unknown as Feature

const xs = (features: readonly Feature[]) =>
  features.map(({ geom }) => geom.map((line) => line.map(({ x }) => x)))

test('pieces of a street are one line, whichever way each is drawn', () => {
  const pieces = [road('A', [10, 0], [20, 0]), road('A', [30, 0], [20, 0]), road('A', [0, 0], [10, 0])]
  const [street] = nameLines(pieces)
  expect(
    xs(street ? [street] : [])
      .flat(2)
      .toSorted((a, b) => a - b),
  ).toEqual([0, 10, 20, 30])
  expect(street?.geom).toHaveLength(1)
  expect(street?.bbox).toEqual({ minX: 0, minY: 0, maxX: 30, maxY: 0 })
})

test('streets of another name or class, or that fork, stay apart', () => {
  const other = { ...road('A', [20, 0], [30, 0]), props: { kind: 'minor_road', name: 'A' } }
  expect(nameLines([road('A', [0, 0], [20, 0]), road('B', [20, 0], [30, 0]), other])).toHaveLength(3)
  const fork = [road('A', [0, 0], [10, 0]), road('A', [10, 0], [20, 5]), road('A', [10, 0], [20, -5])]
  expect(nameLines(fork)[0]?.geom).toHaveLength(3)
})

test('a ring ends, and roads without a name have no line', () => {
  const ring = [road('A', [0, 0], [10, 0], [10, 10]), road('A', [10, 10], [0, 0])]
  expect(nameLines(ring)[0]?.geom).toHaveLength(1)
  expect(nameLines([road('', [0, 0], [10, 0])])).toEqual([])
})
