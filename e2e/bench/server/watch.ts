import { median } from '@/e2e/support/statistics'
import type { Delta } from './load-main'
import type { LoadProcess } from './load-process'
import { usageOf } from './process-usage'
import type { CountedService, Served } from './upstream'

// Connects per batch, because dispatchers do not all connect at once.
const CONNECTS_AT_ONCE = 100

export interface WatchTarget {
  readonly port: number
  readonly pid: number
  readonly service: CountedService
  readonly load: LoadProcess
}

export interface Watched {
  readonly readers: number
  readonly areas: number
  /** Milliseconds from the last page of a sweep to the last dispatcher's delta; one per refresh. */
  readonly lastMs: readonly number[]
  /** Share of one core. */
  readonly cpu: number
  readonly residentBytes: number
  /** Of one refresh, on the wire. */
  readonly deltaBytes: number
  /** Of the same list in the service's pages. */
  readonly listBytes: number
  /** An area and interval. */
  readonly sweeps: number
  readonly calls: number
}

/** Readers of event streams on areas, for some refreshes. */
export async function measureWatch(
  { port, pid, service, load }: WatchTarget,
  { paths, readers, refreshes }: { paths: readonly string[]; readers: number; refreshes: number },
  intervalMs: number,
): Promise<Watched> {
  await load.watch({ port, paths, readers, atOnce: CONNECTS_AT_ONCE })
  // One refresh before measuring, for the last reader that connected.
  await wait(1.5 * intervalMs)
  await load.deltas(null)
  service.take()
  const before = await usageOf(pid)
  await wait(refreshes * intervalMs)
  const after = await usageOf(pid)
  const deltas = await load.deltas(null)
  const served = service.take()
  await load.leave(null)
  const latencies = deltas.flatMap((delta) => latenciesOf(delta, served, readers / paths.length))
  if (latencies.length < refreshes / 2)
    throw new Error(`Only ${latencies.length} refreshes reached all readers`)
  const intervals = refreshes * paths.length
  const sweeps = served.filter(({ isLast }) => isLast).length
  return {
    readers,
    areas: paths.length,
    lastMs: latencies.map((each) => Math.max(...each)),
    cpu: ((after.cpuSeconds - before.cpuSeconds) * 1000) / (refreshes * intervalMs),
    residentBytes: after.residentBytes,
    deltaBytes: median(deltas.map(({ bytes }) => bytes)),
    listBytes: served.reduce((sum, { bytes }) => sum + bytes, 0) / Math.max(1, sweeps),
    sweeps: sweeps / intervals,
    calls: served.length / intervals,
  }
}

/** Latencies of a delta that reached every reader within the time measured; else none. */
function latenciesOf({ path, atMs }: Delta, served: readonly Served[], readers: number): number[][] {
  const first = Math.min(...atMs)
  const answered = served.filter(
    ({ position, isLast, atMs: at }) => isLast && path.includes(position) && at < first,
  )
  const last = answered.at(-1)
  return atMs.length < Math.floor(readers) || !last ? [] : [atMs.map((at) => at - last.atMs)]
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
