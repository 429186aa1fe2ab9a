import { atMost, type ResultRow } from '@/e2e/runner/table'
import type { StartedProcess } from '@/e2e/support/dashboard'
import { MEGABYTE, residentBytes } from '@/e2e/support/memory'
import { quantile } from '@/e2e/support/statistics'

const PAUSE_MS = 20

/** What other requests notice while something else is done to a dashboard. */
export interface Noticed<Result> {
  readonly result: Result
  /** Of their answers. */
  readonly p99Ms: number
  readonly failed: number
  /** More resident memory meanwhile, at most. */
  readonly grownBytes: number
}

/** Asks `paths` in turn, fifty times a second at most, until `work` is done. */
export async function whileOthersAsk<Result>(
  dashboard: StartedProcess,
  work: () => Promise<Result>,
  { paths = ['/api/service'], headers = {} as Record<string, string> } = {},
): Promise<Noticed<Result>> {
  const url = await dashboard.url
  const before = await residentBytes(dashboard)
  const times: number[] = []
  let [isOver, failed, most] = [false, 0, before]
  const asking = (async () => {
    for (let n = 0; !isOver; n++) {
      const startMs = performance.now()
      const response = await fetch(url + paths[n % paths.length], { headers })
      await response.arrayBuffer()
      times.push(performance.now() - startMs)
      if (!response.ok) failed++
      most = Math.max(most, await residentBytes(dashboard))
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  })()
  const result = await work()
  isOver = true
  await asking
  return { result, p99Ms: quantile(times, 0.99), failed, grownBytes: most - before }
}

const inMegabytes = (bytes: number) => `${(bytes / MEGABYTE).toFixed(0)} MB`

/** A time that only informs on a busy machine. */
export function timeRow(what: string, ms: number, mostMs: number): ResultRow {
  return atMost(what, ms, mostMs, (value) => `${value.toFixed(0)} ms`, { isTime: true })
}

export function memoryRow(what: string, bytes: number, megabytes: number): ResultRow {
  return atMost(what, bytes, megabytes * MEGABYTE, inMegabytes)
}
