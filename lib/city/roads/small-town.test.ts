import { expect, test } from 'vitest'
import { STREET_CLASSES } from '@/lib/api/contract/roads'
import { createRoadGraph } from './graph'
import { createLinkSearch } from './link-search'
import { readRoads } from './road-list'
import { NO_WAY, OFF_ROAD, pathTo, timesTo } from './times-to'
import { classesOf, geometryOf, NO_VEHICLE, streetsWithin, waitsOf } from './waits'

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

interface TestRoad {
  from: number
  to: number
  name?: string
  isOneWay?: boolean
  roadClass?: string
}

const ROADS: TestRoad[] = [
  { from: 0, to: 1, name: 'Long Street' },
  { from: 1, to: 2, name: 'Uphill', isOneWay: true },
  { from: 1, to: 3, name: 'Long Street' },
  { from: 4, to: 5 },
  { from: 6, to: 0, name: 'West Street' },
  { from: 2, to: 7, name: 'Top' },
]

/** @param nodes in thousandths of a degree */
function graphOf(positions: readonly (readonly [number, number])[], roads: TestRoad[], factor = 1) {
  const all = positions.flat().map((value) => value * 1000)
  const nodes = all.map((value, n) => value - (all[n - 2] ?? 0))
  const names = roads.map(({ name = '' }) => name)
  const classes = ['residential', 'primary', 'motorway']
  const edges = roads.map(({ from, to, isOneWay, roadClass = 'residential' }, n) => {
    return [from, to, classes.indexOf(roadClass), n, 36, isOneWay ? 1 : 0, []]
  })
  return createRoadGraph(readRoads({ nodes, names, classes, edges }), factor)
}

const graph = graphOf(NODES, ROADS)
const search = createLinkSearch(graph)

type LatLng = [number, number]
const at = (lat: number, lng: number): LatLng => [Math.round(lat * 1000), Math.round(lng * 1000)]
const flat = (...positions: (readonly [number, number])[]) => Int32Array.from(positions.flat())

// At the crossing of three streets of one class.
const ON = 1
const TURN = 3

test.each([
  ['ahead on the same street', at(0, 0.5), at(0, 1.5), 1],
  ['behind on the same street', at(0, 1.5), at(0, 0.5), 1],
  ['around a corner, beside the street', at(0.5, 1), at(1, 2.4), 2, ON + TURN],
  ['up a one-way street', at(1, 2), at(3, 2), 2],
  ['down a one-way street, which ends there', at(3, 2), at(1, 2), NO_WAY],
  ['out of a one-way street at its beginning, on the crossing', at(0, 2), at(0, 3), 1, ON],
  ['into a one-way street from behind', at(0, 5), at(2, 2), 5, ON + TURN],
  ['over a whole street', at(0, -1), at(0, 3), 4, ON],
  ['back over it', at(0, 3), at(0, -1), 4, ON],
  ['over a whole one-way street', at(0, 1), at(6, 2), 7, ON + TURN],
  ['against it', at(6, 2), at(0, 1), NO_WAY],
  ['to the end of a one-way street', at(0, 2), at(4, 2), 4, ON + TURN],
  ['to a street without a way', at(0, 1), at(4, 7), NO_WAY],
  ['from 1.7 steps beside the street', at(-1.7, 1), at(0, 2), 1],
  ['from 1.9 steps beside it, more than 200 m', at(-1.9, 1), at(0, 2), OFF_ROAD],
  ['from the other side of the Earth', at(60_000, 170_000), at(0, 2), OFF_ROAD],
  ['from a pole', at(90_000, 0), at(0, 2), OFF_ROAD],
  ['within no time', at(0, 1), at(0, 1), 0],
])('%s', (_, from, to, steps, extra = 0) => {
  const [seconds] = timesTo(graph, search, to, flat(from)).seconds
  expect(seconds).toBeCloseTo(steps < 0 ? steps : steps * STEP + extra, 0)
})

// In the same unit: a primary road to the east, a street over it, and a motorway to the north-west.
//
//    8     5
//     ╲    │ North Street
//  2 ── 0 ── 1 ── 3   Primary Road, with another one to 4
//       │    │
//       6    4
const JUNCTIONS = [
  [0, 0],
  [0, 4],
  [0, -4],
  [0, 8],
  [-4, 4],
  [4, 4],
  [-4, 0],
  [0, 0],
  [4, -4],
] as const
const JUNCTION_ROADS = [
  { from: 2, to: 0, roadClass: 'primary' },
  { from: 0, to: 1, roadClass: 'primary' },
  { from: 1, to: 3, roadClass: 'primary' },
  { from: 1, to: 4, roadClass: 'primary' },
  { from: 1, to: 5 },
  { from: 0, to: 6 },
  { from: 0, to: 8, roadClass: 'motorway' },
]

/** Seconds of a car, a motorbike and a bicycle. */
function secondsOfKinds(from: LatLng, to: LatLng, factor = 1) {
  const town = graphOf(JUNCTIONS, JUNCTION_ROADS.slice(0, 6), factor)
  const { seconds } = timesTo(town, createLinkSearch(town), to, flat(from, from, from), [0, 1, 2])
  return [...seconds].map((value) => Math.round(value * 10) / 10)
}

const metres = (steps: number, kmh: number, extra: number) =>
  Math.round((((steps * 111.195) / kmh) * 3.6 + extra) * 10) / 10

test.each<[string, LatLng, LatLng, number, [number, number, number]]>([
  ['past a smaller street, which waits', at(0, -2), at(0, 2), 4, [0, 0, 0]],
  ['off a larger road', at(0, -2), at(-2, 0), 4, [3, 3, 1]],
  ['out of a street onto a larger road', at(-2, 0), at(0, 2), 4, [4 + 3, 3 + 3, 4 + 1]],
  ['over lights, where larger roads cross', at(0, 2), at(0, 6), 4, [4, 2, 4]],
  ['left at lights', at(0, 2), at(-2, 4), 4, [4 + 3, 2 + 3, 4 + 1]],
  ['out of a street over larger roads', at(2, 4), at(-2, 4), 4, [4, 3, 4]],
])('%s: seconds of each kind of vehicle, and with a factor', (_, from, to, steps, extras) => {
  const expected = extras.map((extra, n) => metres(steps, n === 2 ? 16 : 36, extra))
  expect(secondsOfKinds(from, to)).toEqual(expected)
  const slower = secondsOfKinds(from, to, 1.5)
  for (const [n, seconds] of slower.entries()) expect(seconds).toBeCloseTo(expected[n]! * 1.5, 0)
})

test('a sharp turn takes twice as long, and a bicycle is pushed along a motorway', () => {
  const town = graphOf(JUNCTIONS, JUNCTION_ROADS)
  const from = flat(at(0, -2), at(0, -2))
  const [car, bicycle] = timesTo(town, createLinkSearch(town), at(2, -2), from, [0, 2]).seconds
  const onMotorway = 2 * Math.SQRT2
  expect(car).toBeCloseTo(metres(2 + onMotorway, 36, 4 + 6), 0)
  expect(bicycle).toBeCloseTo(metres(2, 16, 4 + 2) + metres(onMotorway, 4, 0), 0)
})

test('each street waits for the fastest of the vehicles, whatever its kind', () => {
  const town = graphOf(JUNCTIONS, JUNCTION_ROADS.slice(0, 6))
  const streets = streetsWithin(town, at(0, 2), 250)
  const waits = (kinds: number[], ...vehicles: [number, number][]) => {
    const { seconds } = waitsOf(town, createLinkSearch(town), streets, flat(...vehicles), kinds)
    return seconds[0]
  }
  const bicycle = at(0, -1)
  const car = at(0, -2)
  expect(waits([2], bicycle)).toBe(Math.round(metres(3, 16, 0)))
  expect(waits([2, 0], bicycle, car)).toBe(Math.round(4 * STEP))
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
  [
    'over a street against its drawing',
    at(0, 3),
    at(0, -1),
    [at(0, 3), at(0, 2), at(0, 0), at(0, -1)],
  ],
])('a way %s', (_, from, to, points) => {
  const path = pathTo(graph, search, to, from)
  const found = path?.points.map(([lat, lng]) => [Math.round(lat * 1e6), Math.round(lng * 1e6)])
  expect(found).toEqual(points)
  expect(path?.seconds).toBe(Math.round(timesTo(graph, search, to, flat(from)).seconds[0]!))
})

test('no way is drawn where there is none', () => {
  expect(pathTo(graph, search, at(4, 7), at(0, 1))).toBeNull()
  expect(pathTo(graph, search, at(0, 1), at(9, 9))).toBeNull()
})

test('streets of a circle are those whose middle lies in it, the farthest left out beyond a limit', () => {
  const near = geometryOf(graph, streetsWithin(graph, at(0, 1), 250))
  expect(near.map(String)).toEqual(['0,0,0,2000', '0,2000,4000,0'])
  expect(streetsWithin(graph, at(0, 1), 350, 2)).toEqual({
    roads: Uint32Array.of(0, 1),
    isCut: true,
  })
})

test('a street of the wait map has the class of its road', () => {
  const town = streetsWithin(graph, at(0, 1), 20_000)
  const classes = classesOf(graph, town)
  const roads = [...town.roads]
  expect(classes).toHaveLength(roads.length)
  expect(['motorway', 'primary', 'tertiary', 'residential'].map(streetClassOfName)).toEqual([
    'main',
    'main',
    'secondary',
    'street',
  ])
})

/** Of the one road of a town. */
function streetClassOfName(roadClass: string): string | undefined {
  const list = readRoads({
    nodes: [0, 0, 0, 1000],
    names: ['A'],
    classes: [roadClass],
    edges: [[0, 1, 0, 0, 36, 0, []]],
  })
  const town = createRoadGraph(list)
  const [streetClass = -1] = classesOf(town, { roads: Uint32Array.of(0), isCut: false })
  return STREET_CLASSES[streetClass]
}

test('each street waits for the nearest vehicle, and the longest wait has its name', () => {
  const streets = streetsWithin(graph, at(0, 1), 20_000)
  const waits = (...vehicles: [number, number][]) =>
    waitsOf(graph, search, streets, flat(...vehicles))
  const inSteps = ([count, extra]: readonly [number, number?]) =>
    Math.round(count * STEP + (extra ?? 0))
  // The second vehicle stands behind the middle of the one-way street, and
  // so comes to it by no way.
  const first = waits(at(0, 0), at(3, 2), at(4, 6))
  expect([...first.seconds]).toEqual(
    ([[1], [4, ON + TURN], [4, ON], [1], [2], [3]] as const).map(inSteps),
  )
  const second = waits(at(0, 0), at(0, 5.5), at(4, 6), at(9, 9))
  const expected = [[1], [4, ON + TURN], [1.5], [1], [2], [8, ON + TURN]] as const
  expect([...second.seconds]).toEqual(expected.map(inSteps))
  expect(second.longest).toEqual({ seconds: inSteps([8, ON + TURN]), name: 'Top' })
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
  const roads = [
    ...Array.from({ length: 300 }, (_, n) => ({ from: n, to: n + 1 })),
    { from: 301, to: 302 },
  ]
  const whole = graphOf([...line, [0.5, 301], [0.5, 302]], roads)
  // The road behind is used: 55 m away instead of on the spot.
  const { seconds } = timesTo(whole, createLinkSearch(whole), [0, 0], flat([500, 301_500]))
  expect(seconds[0]).not.toBe(NO_WAY)
})
