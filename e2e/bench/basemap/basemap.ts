import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { createSteppingFleet } from '@/e2e/bench/server/fleet'
import { openCountedService } from '@/e2e/bench/server/upstream'
import type { SuitePart } from '@/e2e/runner/suite'
import type { ResultRow } from '@/e2e/runner/table'
import { openBrowser } from '@/e2e/support/browser'
import { startProcess } from '@/e2e/support/dashboard'
import { formatMs, formatNumber, median, quantile } from '@/e2e/support/statistics'
import { CENTRE, VECTOR_FILE, writeLargeFile, writeRasterFile } from './archives'
import { type PageTimes, timePage } from './page-times'
import { loadTiles, startWith, type TileLoad } from './tile-load'

const VEHICLES = 10_000
const SPREAD_METRES = 3000
const LARGE_MEGABYTES = 150
const LOADS = 3
const KILOBYTE = 1000
const SHORTEST_TASK_MS = 50

const targets = { perSecond: 1000, p99Ms: 20, megabytes: 50, kilobytes: 40, ratio: 1.5 }

/** A vector map file against pictures, which the same server sends and the same page shows. */
export const basemapBench: SuitePart = async ({ quick, log }) => {
  const folder = mkdtempSync(join(tmpdir(), 'kerbside-bench-'))
  try {
    const raster = writeRasterFile(folder)
    const rows = [
      ...(await serverRows(folder, raster, quick ? 3_000 : 10_000, log)),
      ...(await pageRows(raster, quick ? 1 : LOADS, log)),
    ]
    return { title: 'Map file: vector tiles of the demo city, and pictures of the same size', rows }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function serverRows(
  folder: string,
  raster: string,
  durationMs: number,
  log: (line: string) => void,
): Promise<ResultRow[]> {
  const measure = async (name: string, file: string): Promise<TileLoad> => {
    log(`basemap: tiles of ${name} …`)
    const started = await startWith(file)
    try {
      const load = await loadTiles(started, durationMs)
      log(
        `  ${formatNumber(load.tilesPerSecond)} tiles/s, ${formatNumber(load.tilesPerCoreSecond)} a core, p99 ${formatMs(load.p99Ms)}, ${formatNumber(load.residentMegabytes)} MB`,
      )
      return load
    } finally {
      await started.server.stop()
    }
  }
  const vector = await measure('a vector file', VECTOR_FILE)
  const pictures = await measure('pictures', raster)
  const large = await measure(`${LARGE_MEGABYTES} MB`, writeLargeFile(folder, LARGE_MEGABYTES))
  const more = large.residentMegabytes - vector.residentMegabytes
  return [
    {
      what: 'vector tiles a second and core',
      reached: `${formatNumber(vector.tilesPerCoreSecond)} (pictures ${formatNumber(pictures.tilesPerCoreSecond)})`,
      wanted: `≥ ${targets.perSecond}`,
      met: vector.tilesPerCoreSecond >= targets.perSecond,
      isTime: true,
    },
    {
      what: 'a tile under that load, p99',
      reached: `${formatMs(vector.p99Ms)} (pictures ${formatMs(pictures.p99Ms)})`,
      wanted: `≤ ${targets.p99Ms} ms`,
      met: vector.p99Ms <= targets.p99Ms,
      isTime: true,
    },
    {
      what: `memory with a file of ${LARGE_MEGABYTES} MB, more than with one of 1.6 MB`,
      reached: `${formatNumber(Math.max(0, more))} MB`,
      wanted: `≤ ${targets.megabytes} MB`,
      met: more <= targets.megabytes,
    },
  ]
}

async function pageRows(raster: string, loads: number, log: (line: string) => void): Promise<ResultRow[]> {
  const measure = async (name: string, file: string, tile: string) => {
    const service = await openCountedService(createSteppingFleet(VEHICLES, CENTRE, SPREAD_METRES))
    const dashboard = startProcess({
      ...service.env,
      NODE_ENV: 'production',
      LIVE_PAGE_SIZE: '1000',
      MAP_FILE: file,
    })
    const browser = await openBrowser({ isUnlimited: false })
    try {
      const url = await dashboard.url
      const times: PageTimes[] = []
      for (let load = 0; load < loads; load++) {
        log(`basemap: page with ${name} …`)
        const one = await timePage(browser, url, tile)
        log(
          `  first tile ${formatMs(one.firstTileMs)}, vehicles ${formatMs(one.vehiclesMs)}, pan p95 ${formatMs(quantile(one.frames, 0.95))}, long tasks ${one.longTasks.join(', ')}`,
        )
        times.push(one)
      }
      return { times, bytes: await bytesOf(url, new Set(times.flatMap(({ scripts }) => [...scripts]))) }
    } finally {
      await browser.close()
      await dashboard.stop()
      await service.close()
    }
  }
  const { times: vector, bytes } = await measure(
    'a vector file',
    VECTOR_FILE,
    '.leaflet-basemap-pane canvas.leaflet-tile-loaded',
  )
  const { times: pictures, bytes: others } = await measure(
    'pictures',
    raster,
    '.leaflet-tile-pane img.leaflet-tile-loaded',
  )
  const ofEach = (value: (times: PageTimes) => number) =>
    [median(vector.map(value)), median(pictures.map(value))] as const
  const ratioRow = (what: string, [own, peer]: readonly [number, number]): ResultRow => ({
    what,
    reached: `${formatMs(own)}: ${formatNumber(own / peer)} × pictures`,
    wanted: `≤ ${targets.ratio} ×`,
    met: own <= targets.ratio * peer,
    isTime: true,
  })
  const own = [...bytes].filter(([script]) => !others.has(script))
  const more = own.reduce((sum, [, size]) => sum + size, 0) / KILOBYTE
  const longest = (all: readonly PageTimes[], of: 'longTasks' | 'loadLongTasks' | 'paintedMs') =>
    Math.max(0, ...all.flatMap((times) => times[of]))
  const describe = (ms: number) => (ms < SHORTEST_TASK_MS ? 'none of 50 ms' : formatMs(ms))
  return [
    {
      what: 'JavaScript of the painter, gzip',
      reached: `${formatNumber(more)} KB`,
      wanted: `≤ ${targets.kilobytes} KB`,
      met: more <= targets.kilobytes,
    },
    ratioRow(
      'first streets',
      ofEach(({ firstTileMs }) => firstTileMs),
    ),
    ratioRow(
      '10,000 vehicles known',
      ofEach(({ vehiclesMs }) => vehiclesMs),
    ),
    ratioRow(
      'pan p95, between frames',
      ofEach(({ frames }) => quantile(frames, 0.95)),
    ),
    {
      what: 'main thread, a painted tile shown, the longest',
      reached: formatMs(longest(vector, 'paintedMs')),
      wanted: `≤ ${SHORTEST_TASK_MS} ms`,
      met: longest(vector, 'paintedMs') <= SHORTEST_TASK_MS,
      isTime: true,
    },
    {
      what: 'longest main-thread task of anything while panning, 10,000 vehicles',
      reached: `${describe(longest(vector, 'longTasks'))} (pictures ${describe(longest(pictures, 'longTasks'))})`,
      wanted: null,
      met: null,
    },
    {
      what: 'longest main-thread task of anything while loading',
      reached: `${describe(longest(vector, 'loadLongTasks'))} (pictures ${describe(longest(pictures, 'loadLongTasks'))})`,
      wanted: null,
      met: null,
    },
  ]
}

/** Gzip, by script. */
async function bytesOf(url: string, scripts: ReadonlySet<string>): Promise<Map<string, number>> {
  const entries = [...scripts].map(async (script) => {
    const body = await (await fetch(url + script)).arrayBuffer()
    return [script, gzipSync(new Uint8Array(body)).length] as const
  })
  return new Map(await Promise.all(entries))
}
