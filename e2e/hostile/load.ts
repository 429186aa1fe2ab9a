import { atMost, none, type SuitePart } from '@/e2e/runner/suite'
import { startProcess } from '@/e2e/support/dashboard'
import { fetchWhole, timeRequests } from '@/e2e/support/even-load'
import { HEAP_OPTIONS, keptBytes } from '@/e2e/support/memory'
import { FULL_SPEED } from '@/e2e/support/service'
import { formatMegabytes, formatMs, quantile } from '@/e2e/support/statistics'
import { openFaultUpstream } from '@/lib/testing/fault-upstream/fault-upstream'

const LIST = '/api/vehicles?position=51.509865,-0.118092&limit=100'
const PATHS = [LIST, '/api/service', '/api/vehicles/example', '/api/bookings/example', '/']
const PER_SECOND = 100
const P99_MS = 250
const MOST_KEPT = 50e6

/** Minutes of steady load. */
export const load: SuitePart = async ({ quick }) => {
  await using service = await openFaultUpstream()
  // Forty calls a second to the service are more than it is sent at first: that
  // wait is not the server's.
  const dashboard = startProcess({ ...service.env, ...FULL_SPEED, NODE_OPTIONS: HEAP_OPTIONS })
  try {
    const url = await dashboard.url
    // Warm-up: memory grows while code is compiled and pools fill.
    await steady(url, 10)
    const before = await keptBytes(dashboard)
    const seconds = quick ? 20 : 300
    const { p99Ms, errors } = await steady(url, seconds)
    await new Promise((resolve) => setTimeout(resolve, 2000))
    const kept = (await keptBytes(dashboard)) - before
    return {
      title: 'Load',
      rows: [
        none(`${seconds} s at ${PER_SECOND} requests/s, a fifth of them pages: errors`, errors),
        atMost('of their answers, p99', p99Ms, P99_MS, formatMs, { isTime: true }),
        // On a machine that does not keep up, memory holds the queue of late requests.
        atMost('more kept after a garbage collection', kept, MOST_KEPT, formatMegabytes, {
          ...(p99Ms > P99_MS && { isTime: true }),
        }),
      ],
    }
  } finally {
    await dashboard.stop()
  }
}

async function steady(url: string, seconds: number) {
  let errors = 0
  const times = await timeRequests(seconds, PER_SECOND, (n) =>
    fetchWhole(`${url}${PATHS[n % PATHS.length]}`).catch(() => {
      errors++
    }),
  )
  return { p99Ms: quantile(times, 0.99), errors }
}
