import { expect, test } from 'vitest'
import { createRoadGraph } from './graph'
import { createNodeSearch } from './node-search'
import { pathTo } from './path'
import { readRoads } from './road-list'
import { NO_WAY, OFF_ROAD, timesTo } from './times-to'
import { geometryOf, NO_VEHICLE, streetsWithin, waitsOf } from './waits'

// On the equator in thousandths of a degree, 111.2 m: 11.12 s at 36 km/h.
//
//             7
//             │ Top
//             2         4 ─ 5   no way to the others
//             ↑ Uphill
//   6 ── 0 ── 1 ──────── 3      West Street from 6 to 0, Long Street from 0 to 1 and to 3
const STEP = 11.12
const NODES = [
  [0, 0],
  [0, 2],
  [4, 2],
  [0, 6],
  [4, 6],
  [4, 8],
  [0, -4],
  [8, 2],
] as const
const ROADS = [
  { from: 0, to: 1, name: 'Long Street', isOneWay: false },
  { from: 1, to: 2, name: 'Uphill', isOneWay: true },
  { from: 1, to: 3, name: 'Long Street', isOneWay: false },
  { from: 4, to: 5, name: '', isOneWay: false },
  { from: 6, to: 0, name: 'West Street', isOneWay: false },
  { from: 2, to: 7, name: 'Top', isOneWay: false },
]

/** @param nodes in thousandths of a degree */
function graphOf(nodes: readonly (readonly [number, number])[], roads: typeof ROADS) {
  const all = nodes.flat().map((value) => value * 1000)
  const names = roads.map(({ name }) => name)
  return createRoadGraph(
    readRoads({
      nodes: all.map((value, n) => value - (all[n - 2] ?? 0)),
      names,
      classes: ['residential'],
      edges: roads.map(({ from, to, isOneWay }, n) => [from, to, 0, n, 36, isOneWay ? 1 : 0, []]),
    }),
  )
}

const graph = graphOf(NODES, ROADS)
const search = createNodeSearch(graph)

const at = (lat: number, lng: number): [number, number] => [Math.round(lat * 1000), Math.round(lng * 1000)]
const flat = (...positions: (readonly [number, number])[]) => Int32Array.from(positions.flat())

function steps(from: [number, number], to: [number, number]): number {
  const seconds = timesTo(graph, search, to, flat(from)).seconds[0]!
  return seconds < 0 ? seconds : Math.round((seconds / STEP) * 10) / 10
}

test.each([
  ['ahead on the same street', at(0, 0.5), at(0, 1.5), 1],
  ['behind on the same street', at(0, 1.5), at(0, 0.5), 1],
  ['around a corner, beside the street', at(0.5, 1), at(1, 2.4), 2],
  ['up a one-way street', at(1, 2), at(3, 2), 2],
  ['down a one-way street, which ends there', at(3, 2), at(1, 2), NO_WAY],
  ['out of a one-way street at its beginning, on the crossing', at(0, 2), at(0, 3), 1],
  ['into a one-way street from behind', at(0, 5), at(2, 2), 5],
  ['over a whole street', at(0, -1), at(0, 3), 4],
  ['back over it', at(0, 3), at(0, -1), 4],
  ['over a whole one-way street', at(0, 1), at(6, 2), 7],
  ['against it', at(6, 2), at(0, 1), NO_WAY],
  ['to the end of a one-way street', at(0, 2), at(4, 2), 4],
  ['to a street without a way', at(0, 1), at(4, 7), NO_WAY],
  ['from 1.7 steps beside the street', at(-1.7, 1), at(0, 2), 1],
  ['from 1.9 steps beside it, more than 200 m', at(-1.9, 1), at(0, 2), OFF_ROAD],
  ['from the other side of the Earth', at(60_000, 170_000), at(0, 2), OFF_ROAD],
  ['from a pole', at(90_000, 0), at(0, 2), OFF_ROAD],
  ['within no time', at(0, 1), at(0, 1), 0],
])('%s', (_, from, to, expected) => {
  expect(steps(from, to)).toBe(expected)
})

test('a pick-up off the road has no times, and says so', () => {
  const { isOffRoad, seconds } = timesTo(graph, search, at(3, 4), flat(at(0, 1), at(9, 9)))
  expect(isOffRoad).toBe(true)
  expect([...seconds]).toEqual([NO_WAY, OFF_ROAD])
})

test('metres are those of the fastest way', () => {
  const { metres } = timesTo(graph, search, at(0, 5), flat(at(0, 1)))
  expect(metres[0]).toBeCloseTo(4 * 111.195, 0)
})

test.each([
  ['along one street', at(0, 0.5), at(0, 1.5), [at(0, 0.5), at(0, 1.5)]],
  ['back along it', at(0, 1.5), at(0, 0.5), [at(0, 1.5), at(0, 0.5)]],
  ['around a corner', at(0, 5), at(2, 2.1), [at(0, 5), at(0, 2), at(2, 2)]],
  ['over crossings', at(0, -1), at(6, 2), [at(0, -1), at(0, 0), at(0, 2), at(4, 2), at(6, 2)]],
  ['over a street against its drawing', at(0, 3), at(0, -1), [at(0, 3), at(0, 2), at(0, 0), at(0, -1)]],
])('a way %s', (_, from, to, points) => {
  const path = pathTo(graph, search, to, from)
  expect(path?.points.map(([lat, lng]) => [Math.round(lat * 1e6), Math.round(lng * 1e6)])).toEqual(points)
  expect(path?.seconds).toBe(Math.round(timesTo(graph, search, to, flat(from)).seconds[0]!))
})

test('no way is drawn where there is none', () => {
  expect(pathTo(graph, search, at(4, 7), at(0, 1))).toBeNull()
  expect(pathTo(graph, search, at(0, 1), at(9, 9))).toBeNull()
})

test('streets of a circle are those whose middle lies in it, the farthest left out beyond a limit', () => {
  const near = streetsWithin(graph, at(0, 1), 250)
  expect(geometryOf(graph, near)).toEqual([
    [0, 0, 0, 2000],
    [0, 2000, 4000, 0],
  ])
  expect(streetsWithin(graph, at(0, 1), 350, 2)).toEqual({ roads: Uint32Array.of(0, 1), isCut: true })
})

test('each street waits for the nearest vehicle, and the longest wait has its name', () => {
  const streets = streetsWithin(graph, at(0, 1), 20_000)
  const waits = (...vehicles: [number, number][]) => waitsOf(graph, search, streets, flat(...vehicles))
  const inSteps = (count: number) => Math.round(count * STEP)
  // The second vehicle stands behind the middle of the one-way street, and so comes to it by no way.
  const first = waits(at(0, 0), at(3, 2), at(4, 6))
  expect([...first.seconds]).toEqual([1, 4, 4, 1, 2, 3].map(inSteps))
  const second = waits(at(0, 0), at(0, 5.5), at(4, 6), at(9, 9))
  expect([...second.seconds]).toEqual([1, 4, 1.5, 1, 2, 8].map(inSteps))
  expect(second.longest).toEqual({ seconds: inSteps(8), name: 'Top' })
})

test('a street without a vehicle within reach is the longest wait', () => {
  const streets = streetsWithin(graph, at(0, 1), 20_000)
  const { seconds, longest } = waitsOf(graph, search, streets, flat(at(4, 6)))
  expect([...seconds]).toEqual([-1, -1, -1, Math.round(STEP), -1, -1])
  expect(longest).toEqual({ seconds: NO_VEHICLE, name: 'Long Street' })
  expect(waitsOf(graph, search, streetsWithin(graph, at(50, 50), 100), flat()).longest).toBeNull()
})

test('small groups of crossings beside a large network are left out', () => {
  const line = Array.from({ length: 301 }, (_, n) => [0, n] as const)
  const road = (from: number, to: number) => ({ from, to, name: '', isOneWay: false })
  const roads = [...Array.from({ length: 300 }, (_, n) => road(n, n + 1)), road(301, 302)]
  const whole = graphOf([...line, [0.5, 301], [0.5, 302]], roads)
  // Meant is the road behind: 55 m away instead of on the spot.
  expect(timesTo(whole, createNodeSearch(whole), [0, 0], flat([500, 301_500])).seconds[0]).not.toBe(NO_WAY)
})
