import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readDemoCity } from '@/lib/roads/graph/demo-city'
import { createRoadGraph } from '@/lib/roads/graph/road-graph'
import { plainRoads } from '@/lib/testing/plain-roads'
import { createNodeSearch } from './node-search'
import { NO_WAY, OFF_ROAD, timesTo } from './times-to'

const list = readDemoCity(
  JSON.parse(gunzipSync(readFileSync('lib/demo-city/montevideo-roads.json.gz')).toString()),
)
const graph = createRoadGraph(list)
const search = createNodeSearch(graph)
const plain = plainRoads(list)

/** Spread over the city, always the same. */
function positions(count: number): [lat: number, lng: number][] {
  let seed = 7
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
  return Array.from({ length: count }, () => [
    -34_930_000 + Math.floor(random() * 130_000),
    -56_260_000 + Math.floor(random() * 160_000),
  ])
}

test('times in the demo city are those of a plain Dijkstra on 300 random pairs', () => {
  const pickups = positions(6)
  const vehicles = positions(50)
  const outcomes = { time: 0, offRoad: 0 }
  for (const [lat, lng] of pickups) {
    const end = plain.nearest(lat / 1e6, lng / 1e6)
    const { seconds, isOffRoad } = timesTo(graph, search, [lat, lng], Int32Array.from(vehicles.flat()))
    expect(isOffRoad).toBe(end === null)
    for (const [n, vehicle] of vehicles.entries()) {
      const start = plain.nearest(vehicle[0] / 1e6, vehicle[1] / 1e6)
      const expected = start === null ? OFF_ROAD : end === null ? NO_WAY : plain.time(start, end)!
      expect(seconds[n], `${vehicle} to ${lat},${lng}`).toBeCloseTo(expected, 1)
      outcomes[start ? 'time' : 'offRoad']++
    }
  }
  expect(outcomes.time).toBeGreaterThan(200)
  expect(outcomes.offRoad).toBeGreaterThan(10)
})
