import { resolve } from 'node:path'
import type { SuitePart } from '@/e2e/runner/suite'
import type { ResultRow } from '@/e2e/runner/table'
import { formatCount, formatMs, formatNumber, quantile } from '@/e2e/support/statistics'
import type { RoadGraph } from '@/lib/roads/graph/road-graph'
import { type GraphSource, loadRoadGraph } from '@/lib/roads/load-graph'
import { createNodeSearch } from '@/lib/roads/search/node-search'
import { NO_WAY, OFF_ROAD, timesTo } from '@/lib/roads/search/times-to'
import type { RoadHandlers } from '@/lib/roads/worker'
import { plainRoads } from '@/lib/testing/plain-roads'
import { randomPositions } from '@/lib/testing/random-positions'
import { createWorkerThread } from '@/lib/worker-thread/worker-thread'

const DEMO_CITY = 'lib/demo-city/montevideo-roads.json.gz'
const VEHICLES = 20_000
const ROUNDS = 30
const EQUAL_SECONDS = 0.05
const TIMES_MS = 30
const WAITS_MS = 50
/** Of the wait map. */
const RADIUS_METRES = 5_000

/** Road times against a plain Dijkstra, and their speed; BENCH_ROADS_FILE names an .osm.pbf to do it with as well. */
export const roadsBench: SuitePart = async ({ quick, log }) => {
  const file = process.env.BENCH_ROADS_FILE
  const rows = await measure('the demo city', { kind: 'demo-city', file: resolve(DEMO_CITY) }, quick, log)
  if (file)
    rows.push(...(await measure('BENCH_ROADS_FILE', { kind: 'file', file: resolve(file) }, quick, log)))
  else log('roads: BENCH_ROADS_FILE names no .osm.pbf, the demo city alone is measured')
  return { title: 'Roads: times to a pick-up, and the wait map', rows }
}

async function measure(
  what: string,
  source: GraphSource,
  quick: boolean,
  log: (line: string) => void,
): Promise<ResultRow[]> {
  const graph = await loadRoadGraph(source, log)
  const crossings = `${what}, ${formatCount(graph.nodeCount)} crossings`
  log(`roads: ${what} against a plain Dijkstra …`)
  return [compare(graph, crossings, quick ? 30 : 100), ...(await measureThread(graph, what, source))]
}

/** As many pick-ups as vehicles, each with each. */
function compare(graph: RoadGraph, what: string, count: number): ResultRow {
  const plain = plainRoads(graph)
  const search = createNodeSearch(graph)
  const vehicles = randomPositions(graph, count, 2)
  const starts = vehicles.map(([lat, lng]) => plain.nearest(lat / 1e6, lng / 1e6))
  let equal = 0
  let ways = 0
  for (const pickup of randomPositions(graph, count, 3)) {
    const end = plain.nearest(pickup[0] / 1e6, pickup[1] / 1e6)
    const { seconds } = timesTo(graph, search, pickup, Int32Array.from(vehicles.flat()))
    for (const [n, start] of starts.entries()) {
      const time = start && end ? (plain.time(start, end) ?? NO_WAY) : null
      const expected = time ?? (start ? NO_WAY : OFF_ROAD)
      if (time !== null && time > 0) ways++
      if (Math.abs(seconds[n]! - expected) <= EQUAL_SECONDS) equal++
    }
  }
  const pairs = count * count
  return {
    what: `${what}: random pairs with the time of a plain Dijkstra, ${formatCount(ways)} of them with a way`,
    reached: `${formatCount(equal)} of ${formatCount(pairs)}`,
    wanted: 'all',
    met: equal === pairs,
  }
}

/** As the server asks for it: with the way to the thread and back. */
async function measureThread(graph: RoadGraph, what: string, source: GraphSource): Promise<ResultRow[]> {
  const thread = createWorkerThread<RoadHandlers>({
    root: process.cwd(),
    source: 'lib/roads/worker.ts',
    options: source,
    heapMb: 512,
    timeLimitMs: 60_000,
    waitingMaximum: 1,
    waitMs: 1_000,
  })
  try {
    await thread.request('load', undefined)
    const from = Int32Array.from(randomPositions(graph, VEHICLES, 5).flat())
    const [centre] = randomPositions(graph, 1, 7) as [[number, number]]
    const circle = { centre, radius: RADIUS_METRES, from }
    const times = await rounds(() => thread.request('times', { to: centre, from }))
    const waits = await rounds(() => thread.request('waits', circle))
    const { json } = await thread.request('waits', circle)
    const streets = formatCount(JSON.parse(json).length)
    return [
      row(`${what}: times of ${formatCount(VEHICLES)} vehicles to a pick-up`, times, TIMES_MS),
      row(`${what}: wait map of ${streets} streets and ${formatCount(VEHICLES)} vehicles`, waits, WAITS_MS),
    ]
  } finally {
    await thread.stop()
  }
}

async function rounds(work: () => Promise<unknown>): Promise<number[]> {
  const took: number[] = []
  for (let n = 0; n < ROUNDS; n++) {
    const startMs = performance.now()
    await work()
    took.push(performance.now() - startMs)
  }
  return took
}

function row(what: string, took: readonly number[], wantedMs: number): ResultRow {
  const median = quantile(took, 0.5)
  return {
    what,
    reached: `${formatMs(median)}, fastest ${formatNumber(Math.min(...took))} ms`,
    wanted: `≤ ${wantedMs} ms`,
    met: median <= wantedMs,
    isTime: true,
  }
}
