import { expect, test } from 'vitest'
import { readPackFile } from '@/lib/city/pack'
import { plainRoads } from '@/lib/testing/plain-roads'
import { randomPositions } from '@/lib/testing/random-positions'
import { createRoadGraph } from './graph'
import { createLinkSearch } from './link-search'
import { readRoads } from './road-list'
import { NO_WAY, OFF_ROAD, timesTo } from './times-to'

const list = readPackFile('lib/city/demo', 'roads.json.gz', readRoads)!
const graph = createRoadGraph(list)
const search = createLinkSearch(graph)
const plain = plainRoads(list)

const SLOW_MS = 120_000

test('times in the demo city are those of a plain Dijkstra on 300 random pairs', { timeout: SLOW_MS }, () => {
  const pickups = randomPositions(list, 6, 3)
  const vehicles = randomPositions(list, 50, 2)
  const starts = vehicles.map(([lat, lng]) => plain.nearest(lat / 1e6, lng / 1e6))
  const outcomes = { time: 0, offRoad: 0 }
  for (const [lat, lng] of pickups) {
    const end = plain.nearest(lat / 1e6, lng / 1e6)
    const { seconds, isOffRoad } = timesTo(graph, search, [lat, lng], Int32Array.from(vehicles.flat()))
    expect(isOffRoad).toBe(end === null)
    for (const [n, vehicle] of vehicles.entries()) {
      const start = starts[n]!
      const expected = start === null ? OFF_ROAD : end === null ? NO_WAY : plain.time(start, end)!
      expect(seconds[n], `${vehicle} to ${lat},${lng}`).toBeCloseTo(expected, 1)
      outcomes[start ? 'time' : 'offRoad']++
    }
  }
  expect(outcomes.time).toBeGreaterThan(150)
  expect(outcomes.offRoad).toBeGreaterThan(10)
})
