import { STEP_MS } from './fleet'
import type { Answers } from './load-commands'
import { usageOf } from './process-usage'
import type { WatchTarget } from './watch'

const COLD_REQUESTS = 500
const PER_SECOND = 100
// Warm-up: a new process takes memory for compiled code and caches.
const WARM_UP_SECONDS = 20

export interface Cold {
  readonly path: string
  readonly requests: number
  /** To the service. */
  readonly calls: number
  readonly failures: Answers['failures']
}

/** Many identical requests at once, of something that is not cached. */
export async function measureCold(
  { port, service, load }: WatchTarget,
  paths: readonly string[],
): Promise<Cold[]> {
  const measured: Cold[] = []
  for (const path of paths) {
    service.take()
    const isStream = path.startsWith('/api/live')
    const { failures } = isStream
      ? await load
          .watch({ port, paths: [path], readers: COLD_REQUESTS, atOnce: COLD_REQUESTS })
          .then(() => ({ failures: {} }))
      : await load.burst({ port, path, count: COLD_REQUESTS })
    const served = service.take()
    if (isStream) await load.leave(null)
    // A stream that lasts is refreshed with the next interval.
    const endMs = (served[0]?.atMs ?? 0) + 0.9 * STEP_MS
    const calls = served.filter(({ atMs }) => atMs < endMs).length
    measured.push({ path, requests: COLD_REQUESTS, calls, failures })
  }
  return measured
}

export interface Steady {
  readonly answers: Answers
  readonly requests: number
  /** Growth of the heap, both measured after a garbage collection. */
  readonly grownBytes: number
  readonly residentBytes: number
  /** Share of one core. */
  readonly cpu: number
}

/** Requests of all kinds at a steady pace. */
export async function measureSteady(
  { port, pid, load, kept }: WatchTarget,
  { paths, seconds }: { paths: readonly string[]; seconds: number },
): Promise<Steady> {
  await load.load({ port, paths, perSecond: PER_SECOND, seconds: WARM_UP_SECONDS })
  const keptBefore = await kept()
  const before = await usageOf(pid)
  const answers = await load.load({ port, paths, perSecond: PER_SECOND, seconds })
  const after = await usageOf(pid)
  return {
    answers,
    requests: PER_SECOND * seconds,
    grownBytes: (await kept()) - keptBefore,
    residentBytes: after.residentBytes,
    cpu: (after.cpuSeconds - before.cpuSeconds) / seconds,
  }
}
