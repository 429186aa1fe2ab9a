import { Agent, get } from 'node:http'
import { usageOf } from '@/e2e/bench/server/process-usage'
import { type StartedProcess, startProcess } from '@/e2e/support/dashboard'
import { quantile } from '@/e2e/support/statistics'
import { CENTRE, tileAt, ZOOM } from './archives'

const CONNECTIONS = 16
const WARM_UP_MS = 2_000
/** Tiles around the centre that are asked for in turn. */
const REACH = 4

export interface TileLoad {
  readonly tilesPerSecond: number
  /** By the processor time that the server took. */
  readonly tilesPerCoreSecond: number
  readonly p99Ms: number
  readonly residentMegabytes: number
}

export async function startWith(
  mapFile: string,
): Promise<{ server: StartedProcess; url: string; map: string }> {
  const server = startProcess({ NODE_ENV: 'production', MAP_FILE: mapFile })
  const url = await server.url
  const state = (await (await fetch(`${url}/api/service`)).json()) as { data: { map: { tileUrl: string } } }
  return { server, url, map: state.data.map.tileUrl }
}

/** Requests tiles as fast as they are answered, over persistent connections. */
export async function loadTiles(
  { server, url, map }: Awaited<ReturnType<typeof startWith>>,
  durationMs: number,
): Promise<TileLoad> {
  const { x, y } = tileAt(CENTRE, ZOOM)
  const steps = Array.from({ length: REACH * 2 + 1 }, (_, n) => n - REACH)
  const paths = steps.flatMap((right) =>
    steps.map((down) =>
      map
        .replace('{z}', String(ZOOM))
        .replace('{x}', String(x + right))
        .replace('{y}', String(y + down)),
    ),
  )
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const run = async (forMs: number): Promise<number[]> => {
    const times: number[] = []
    const until = performance.now() + forMs
    const client = async (n: number) => {
      for (let k = n; performance.now() < until; k += CONNECTIONS) {
        const from = performance.now()
        await read(`${url}${paths[k % paths.length]}`, agent)
        times.push(performance.now() - from)
      }
    }
    await Promise.all(Array.from({ length: CONNECTIONS }, (_, n) => client(n)))
    return times
  }
  await run(WARM_UP_MS)
  const before = await usageOf(server.pid)
  const times = await run(durationMs)
  const after = await usageOf(server.pid)
  agent.destroy()
  return {
    tilesPerSecond: (times.length * 1000) / durationMs,
    tilesPerCoreSecond: times.length / (after.cpuSeconds - before.cpuSeconds),
    p99Ms: quantile(times, 0.99),
    residentMegabytes: after.residentBytes / 1e6,
  }
}

/** @throws Error unless it is a tile, or a place without one */
function read(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      if (response.statusCode !== 200 && response.statusCode !== 204)
        reject(new Error(`${url}: ${response.statusCode}`))
      response.resume().once('end', resolve)
    }).once('error', reject)
  })
}
