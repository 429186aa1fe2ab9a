import type { SuiteOptions, SuitePart } from '@/e2e/runner/suite'
import type { ResultRow } from '@/e2e/runner/table'
import { type StartedProcess, startProcess } from '@/e2e/support/dashboard'
import { readMetrics } from '@/e2e/support/metrics'
import type { FaultName } from '@/lib/testing/fault-upstream/catalogue'
import { openFaultUpstream } from '@/lib/testing/fault-upstream/fault-upstream'
import type { problems } from '@/lib/testing/fault-upstream/outcomes'
import { startReaders } from './outage-readers'

const OUTAGES = {
  'connection-refused': 'upstream-unreachable',
  '500': 'upstream-error',
} as const satisfies Partial<Record<FaultName, keyof typeof problems>>

// Of lib/upstream/resilience/breaker.ts: it opens after FAILURES, then probes after 2 s, 4 s, 8 s and every 15 s.
const FAILURES = 5
const LONGEST_PAUSE_SECONDS = 15
// Calls that may be under way when it opens: three requests and the sweeps of three areas.
const UNDER_WAY = 6
const MOST = 50

/** A long outage of the service: the calls that a dashboard in use makes, and the answers that it gives. */
export const outage: SuitePart = async (options) => {
  const names = Object.keys(OUTAGES) as (keyof typeof OUTAGES)[]
  // Side by side: each has its own service and dashboard, and both are idle.
  const rows = (await Promise.all(names.map((name) => runOutage(name, options)))).flat()
  return { title: 'Outage of the service', rows }
}

async function runOutage(
  fault: keyof typeof OUTAGES,
  { quick, log }: SuiteOptions,
): Promise<readonly ResultRow[]> {
  const seconds = quick ? 30 : 600
  const length = quick ? `${seconds} s` : '10 minutes'
  await using service = await openFaultUpstream()
  const dashboard = startProcess({ ...service.env, METRICS_PORT: '0' })
  try {
    const readers = startReaders(await dashboard.url)
    await readers.ready
    const failedBefore = await failedAttempts(dashboard)
    await service.setFault(fault)
    const arrivedBefore = service.requests.length
    readers.lose(OUTAGES[fault])
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
    const arrived = service.requests.length - arrivedBefore
    const failed = (await failedAttempts(dashboard)) - failedBefore
    await readers.leave()
    const { seen, wrong } = readers
    for (const one of wrong.slice(0, 10)) log(`${fault}: ${one}`)
    const most = attemptsAllowed(seconds)
    // Refused connections cannot be counted at the service; the other outage verifies Kerbside's own count.
    const lost = failed - arrived
    const isCounted = fault === 'connection-refused' ? arrived === 0 : lost >= -1 && lost <= UNDER_WAY
    const counts = Object.values(seen)
    return [
      {
        what: `${length} of outage (${fault}), 4 live maps and 12 requests a second: attempts to reach the service`,
        reached: isCounted ? String(failed) : `${failed} counted, ${arrived} arrived`,
        wanted: `≤ ${most}`,
        met: isCounted && failed > 0 && failed <= most,
      },
      {
        what: `of ${counts.reduce((sum, one) => sum + one)} answers meanwhile, and of the live maps: neither an older list with its reason, nor a problem, nor a map that keeps its vehicles`,
        reached: String(wrong.length),
        wanted: '0',
        met: wrong.length === 0 && counts.every((count) => count > 0),
      },
    ]
  } finally {
    await dashboard.stop()
  }
}

function attemptsAllowed(seconds: number): number {
  let trials = 0
  for (let atSeconds = 2, pause = 2; atSeconds <= seconds; atSeconds += pause) {
    trials++
    pause = Math.min(pause * 2, LONGEST_PAUSE_SECONDS)
  }
  return Math.min(FAILURES + trials + UNDER_WAY, MOST)
}

async function failedAttempts(dashboard: StartedProcess): Promise<number> {
  const attempts = (await readMetrics(dashboard)).matchAll(
    /^kerbside_upstream_calls_total\{outcome="(.*)"\} (\d+)$/gm,
  )
  return [...attempts].reduce((sum, [, outcome, count]) => sum + (outcome === 'ok' ? 0 : Number(count)), 0)
}
