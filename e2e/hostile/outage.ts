import { openReaders } from '@/e2e/bench/server/readers'
import type { SuiteOptions, SuitePart } from '@/e2e/runner/suite'
import { none, type ResultRow } from '@/e2e/runner/table'
import { type StartedProcess, startProcess } from '@/e2e/support/dashboard'
import { readMetrics } from '@/e2e/support/metrics'
import { openFaultUpstream } from '@/lib/testing/fault-upstream/fault-upstream'

const OUTAGES = { 'connection-refused': 'upstream-unreachable', '500': 'upstream-error' } as const

const AREA = 'position=51.509865,-0.118092'
// Of lib/upstream/resilience/breaker.ts: it opens after FAILURES, then probes after 2 s, 4 s, 8 s and every 15 s.
const FAILURES = 5
const LONGEST_PAUSE_SECONDS = 15
// Calls that may be under way when it opens: three requests and the sweeps of three areas.
const UNDER_WAY = 6
const MOST = 50
const PAUSE_MS = 250
// Skips answers from the fresh copy and from calls that were under way when the outage began.
const SETTLED_MS = 2_500

/** A long outage of the service: the calls that a dashboard in use makes, and the answers that it gives. */
export const outage: SuitePart = async (options) => {
  const names = Object.keys(OUTAGES) as (keyof typeof OUTAGES)[]
  // Side by side: each has its own service and dashboard, and both are idle.
  const rows = (await Promise.all(names.map((name) => runOutage(name, options)))).flat()
  return { title: 'Outage of the service', rows }
}

async function runOutage(fault: keyof typeof OUTAGES, { quick, log }: SuiteOptions): Promise<ResultRow[]> {
  const seconds = quick ? 30 : 600
  await using service = await openFaultUpstream()
  const dashboard = startProcess({ ...service.env, METRICS_PORT: '0' })
  try {
    const url = await dashboard.url
    const addresses = [1500, 1500, 2500].map((radius) => `${url}/api/live?${AREA}&radius=${radius}`)
    const maps = await openReaders({ addresses, client: '' })
    await (await fetch(`${url}/api/vehicles?${AREA}`)).arrayBuffer()
    const failedBefore = await failedAttempts(dashboard)
    await service.setFault(fault)
    const arrivedBefore = service.requests.length
    await new Promise((resolve) => setTimeout(resolve, SETTLED_MS))
    const { wrong, answers } = await askDuring(url, OUTAGES[fault], seconds)
    maps.leave()
    for (const one of wrong.slice(0, 10)) log(`${fault}: ${one}`)
    const failed = (await failedAttempts(dashboard)) - failedBefore
    // Refused connections cannot be counted at the service; the other outage verifies Kerbside's own count.
    const arrived = service.requests.length - arrivedBefore
    const lost = failed - arrived
    const isCounted = fault === 'connection-refused' ? arrived === 0 : lost >= -1 && lost <= UNDER_WAY
    const most = attemptsAllowed(seconds)
    const what = `${seconds} s of outage (${fault}), 3 live maps and 12 requests a second`
    return [
      {
        what: `${what}: attempts to reach the service`,
        reached: isCounted ? String(failed) : `${failed} counted, ${arrived} arrived`,
        wanted: `≤ ${most}`,
        met: isCounted && failed > 0 && failed <= most,
      },
      none(`of ${answers} answers, neither an older list with its reason nor a problem`, wrong.length),
    ]
  } finally {
    await dashboard.stop()
  }
}

/** Asks for the same list, new lists and a record, four times a second each. */
async function askDuring(url: string, reason: string, seconds: number) {
  const wrong: string[] = []
  let answers = 0
  const endMs = performance.now() + seconds * 1000
  const poll = async (path: (n: number) => string, isKept: boolean) => {
    for (let n = 0; performance.now() < endMs; n++) {
      const response = await fetch(url + path(n))
      const { type, data, meta } = await response.json()
      const isProblem = type === `urn:kerbside:problem:${reason}` && response.status >= 500
      // Past its longest age the kept list is a problem too.
      const isOlder = isKept && data?.vehicles.length > 0 && meta.stale && meta.reason === reason
      answers++
      if (!isOlder && !isProblem)
        wrong.push(`${path(n)}: ${response.status} ${JSON.stringify({ type, meta })}`)
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
  await Promise.all([
    poll(() => `/api/vehicles?${AREA}`, true),
    poll((n) => `/api/vehicles?${AREA}&radius=${3000 + n}`, false),
    poll(() => '/api/vehicles/example', false),
  ])
  return { wrong, answers }
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
