import { createDemoFleet } from './demo-fleet'
import type { Fleet } from './fleet'
import { answerGaps } from './gaps'
import { distanceMetres, type Position } from './geo'
import { unit } from './hash'
import { type Area, createSearch, type Search } from './search'

const CENTRE: Position = { lat: 51.509865, lng: -0.118092 }
const SEARCHES = 1000
const NOW_MS = Date.UTC(2026, 4, 1, 8, 30)

const isMillion = process.argv.includes('--million')
const misses: string[] = []

function judge(what: string, value: number, limit: number, unitName: string): string {
  const passed = value <= limit
  if (!passed) misses.push(what)
  return `${what}: ${value.toFixed(2)} ${unitName} (at most ${limit}): ${passed ? 'pass' : 'MISS'}`
}

/** Searches asked where vehicles are, at instants that move on: nothing can be answered from the last one. */
function positionOf(fleet: Fleet, n: number): Position {
  const index = Math.floor(unit(5, n, 1) * fleet.size)
  const place = { lat: 0, lng: 0 }
  fleet.locate(index, NOW_MS, place)
  // Every second at the busiest place of all.
  return n % 2 === 0 ? CENTRE : place
}

function checkAgainstScan(fleet: Fleet, search: Search, area: Area, atMs: number): void {
  const place = { lat: 0, lng: 0 }
  const expected: { index: number; metres: number }[] = []
  const code = area.type === null ? null : fleet.types.indexOf(area.type)
  for (let index = 0; index < fleet.size; index++) {
    if (code !== null && fleet.typeCodes[index] !== code) continue
    fleet.locate(index, atMs, place)
    const metres = distanceMetres(area.position, place)
    if (metres <= area.radius) expected.push({ index, metres })
  }
  expected.sort((a, b) => a.metres - b.metres || a.index - b.index)
  const hits = search(area, atMs, 100)
  const first = Array.from(hits.first).slice(0, 100)
  if (hits.total !== expected.length || first.some((index, n) => index !== expected[n]?.index)) {
    throw new Error(`search and linear scan differ: ${hits.total} and ${expected.length} vehicles found`)
  }
}

function measure(fleet: Fleet, search: Search, radius: number, limit: number, type: string | null) {
  const times: number[] = []
  let found = 0
  for (let n = -100; n < SEARCHES; n++) {
    const area = { position: positionOf(fleet, Math.abs(n)), radius, type }
    const start = performance.now()
    const { total } = search(area, NOW_MS + n * 977, limit)
    if (n < 0) continue
    times.push(performance.now() - start)
    found += total
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(share * (times.length - 1))]!
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), found: found / SEARCHES }
}

function bench(size: number, radii: number[]): void {
  const start = performance.now()
  const fleet = createDemoFleet({ centre: CENTRE, vehicles: size })
  const search = createSearch(fleet, answerGaps())
  const loadSeconds = (performance.now() - start) / 1000
  const rssMegabytes = process.memoryUsage().rss / 1e6
  for (let n = 0; n < 12; n++) {
    const type = n % 3 === 0 ? 'van' : null
    const radius = [300, 1000, 5000, 20_000][n % 4]!
    checkAgainstScan(fleet, search, { position: positionOf(fleet, n), radius, type }, NOW_MS + n * 61_000)
  }
  process.stdout.write(`\n${size} vehicles; 12 searches equal a linear scan\n`)
  if (!isMillion) {
    process.stdout.write(
      `  ${judge('load', loadSeconds, 3, 's')}\n  ${judge('memory', rssMegabytes, 500, 'MB RSS')}\n`,
    )
  } else
    process.stdout.write(`  load ${loadSeconds.toFixed(2)} s, memory ${rssMegabytes.toFixed(0)} MB RSS\n`)
  process.stdout.write('  radius m  limit  type  found      p50      p95      p99  (ms)\n')
  for (const radius of radii) {
    for (const limit of [10, 100]) {
      for (const type of [null, 'van']) {
        const { p50, p95, p99, found } = measure(fleet, search, radius, limit, type)
        const cells = [radius, limit, type ?? 'any', found.toFixed(0)].map(String)
        const widths = [10, 7, 6, 7]
        const times = [p50, p95, p99].map((ms) => ms.toFixed(2).padStart(9)).join('')
        const line = cells.map((cell, n) => cell.padStart(widths[n]!)).join('')
        const [name, value] = isMillion ? (['p99', p99] as const) : (['p95', p95] as const)
        const limitMs = 5
        if (value > limitMs) misses.push(`${name} of ${radius} m, limit ${limit}, ${type ?? 'any'}`)
        process.stdout.write(
          `${line}${times}  ${name} at most ${limitMs}: ${value > limitMs ? 'MISS' : 'pass'}\n`,
        )
      }
    }
  }
}

bench(isMillion ? 1_000_000 : 100_000, isMillion ? [1000, 5000] : [1000])
process.stdout.write(misses.length === 0 ? '\nAll pass.\n' : `\nMissed: ${misses.join('; ')}.\n`)
