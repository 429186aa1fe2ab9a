import { expect, test } from 'vitest'
import { createDemoFleet } from '@/lib/reference/demo/demo-fleet'
import type { Position } from '@/lib/reference/geo'
import { START_MS } from '@/lib/testing/reference-service'
import { createCityTown } from './city-town'
import { CITY_CENTRE, loadCity } from './load-city'
import { distance, type Link, type Point } from './roads'

const SIZE = 400
const START = Math.floor(START_MS / 1000)
const roads = await loadCity('lib/city/demo')
const townOf = () => createCityTown(roads, { size: SIZE, seed: 1 })
const town = townOf()

const at = (index: number, seconds: number): Point =>
  roads.toPoint(town.doingAt(index, seconds).position)

/** Links by squares of 100 m, a plain index of the same streets. */
const squares = new Map<string, Link[]>()
const squareOf = ([east, north]: Point) => `${Math.floor(east / 100)},${Math.floor(north / 100)}`
for (const link of roads.links) {
  const passed = new Set<string>()
  const points = roads.pointsOf(link)
  for (const [n, b] of points.entries()) {
    const a = points[Math.max(0, n - 1)]!
    const steps = Math.ceil(distance(a, b) / 20) + 1
    for (let step = 0; step <= steps; step++) {
      const east = a[0] + ((b[0] - a[0]) * step) / steps
      const north = a[1] + ((b[1] - a[1]) * step) / steps
      for (const dx of [-50, 0, 50])
        for (const dy of [-50, 0, 50]) passed.add(squareOf([east + dx, north + dy]))
    }
  }
  for (const square of passed) squares.set(square, [...(squares.get(square) ?? []), link])
}

/** Metres to the right of the link's direction; negative: to the left. */
type Nearest = { link: Link; metres: number; right: number; direction: Point }

/** Links within `within` metres, nearest first. */
function linksNear(point: Point, within: number): Nearest[] {
  const found = (squares.get(squareOf(point)) ?? []).map((link): Nearest => {
    let best: Nearest = { link, metres: Number.POSITIVE_INFINITY, right: 0, direction: [0, 0] }
    const points = roads.pointsOf(link)
    for (let n = 1; n < points.length; n++) {
      const a = points[n - 1]!
      const b = points[n]!
      const size = distance(a, b) || 1
      const direction: Point = [(b[0] - a[0]) / size, (b[1] - a[1]) / size]
      const east = point[0] - a[0]
      const north = point[1] - a[1]
      const along = Math.max(0, Math.min(size, east * direction[0] + north * direction[1]))
      const metres = distance(point, [a[0] + direction[0] * along, a[1] + direction[1] * along])
      if (metres < best.metres) {
        best = { link, metres, right: east * direction[1] - north * direction[0], direction }
      }
    }
    return best
  })
  return found.filter(({ metres }) => metres <= within).sort((a, b) => a.metres - b.metres)
}

const isOneWay = ({ from, to }: Link) =>
  !roads.leaving[to]!.some((link) => roads.links[link]!.to === from)

test('ten thousand places of vehicles are at most 15 m from a street', () => {
  const nearest = Array.from(
    { length: 10_000 },
    (_, n) => linksNear(at(n % SIZE, START + n * 7), 50)[0],
  )
  const metres = nearest.map((one) => one?.metres ?? Number.POSITIVE_INFINITY)
  expect(Math.max(...metres)).toBeLessThanOrEqual(15)
})

test('no vehicle jumps, between two trips neither', () => {
  let fastest = 0
  for (let index = 0; index < 60; index++) {
    for (let second = 0; second < 1200; second++)
      fastest = Math.max(
        fastest,
        distance(at(index, START + second), at(index, START + second + 1)),
      )
  }
  expect(fastest).toBeGreaterThan(5)
  expect(fastest).toBeLessThanOrEqual(55 / 3.6)
})

test('one-way streets are driven in their direction, and others on the right', () => {
  let oneWay = 0
  let twoWay = 0
  let onTheRight = 0
  for (let n = 0; n < 20_000; n++) {
    const index = n % SIZE
    const seconds = START + n * 11
    const before = at(index, seconds)
    const now = at(index, seconds + 1)
    if (distance(before, now) < 4) continue
    const near = linksNear(now, 18)
    // Only where there is one street, in the middle of a block.
    const ends = new Set(near.map(({ link }) => [link.from, link.to].sort().join()))
    if (ends.size !== 1) continue
    const heading: Point = [now[0] - before[0], now[1] - before[1]]
    const agrees = ({ direction }: Nearest) =>
      direction[0] * heading[0] + direction[1] * heading[1] > 0
    const driven = near.find(agrees)
    if (near.every(({ link }) => isOneWay(link))) {
      oneWay++
      expect(driven, `vehicle ${index} at ${seconds} drives against a one-way street`).toBeDefined()
    } else {
      twoWay++
      if (driven && driven.right > 0) onTheRight++
    }
  }
  expect(oneWay).toBeGreaterThan(200)
  expect(twoWay).toBeGreaterThan(200)
  // The inside of a sharp bend is cut.
  expect(onTheRight / twoWay).toBeGreaterThan(0.98)
})

test('places are within the reach of home, and follow from vehicle and time alone', () => {
  const home: Position = { lat: 0, lng: 0 }
  const again = townOf()
  for (let index = 0; index < 100; index++) {
    town.home(index, home)
    for (const seconds of [START + 5000, START, START + 100]) {
      const { position } = town.doingAt(index, seconds)
      expect(distance(roads.toPoint(home), roads.toPoint(position))).toBeLessThanOrEqual(
        town.reachMetres(index),
      )
      expect(again.doingAt(index, seconds).position).toEqual(position)
    }
  }
})

test('a demo fleet of the city reports where it drives', () => {
  const fleet = createDemoFleet({ centre: CITY_CENTRE, vehicles: SIZE, town })
  const moved = Array.from({ length: SIZE }, (_, index) => {
    const a = fleet.record(index, START_MS)
    const b = fleet.record(index, START_MS + 300_000)
    return distance(roads.toPoint(a.position!), roads.toPoint(b.position!))
  })
  expect(moved.filter((metres) => metres > 100).length).toBeGreaterThan(SIZE / 2)
})
