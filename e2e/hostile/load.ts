import type { SuitePart } from '@/e2e/runner/suite'
import { none, type ResultRow } from '@/e2e/runner/table'
import { startProcess } from '@/e2e/support/dashboard'
import { HEAP_OPTIONS, keptBytes } from '@/e2e/support/memory'
import { FULL_SPEED } from '@/e2e/support/service'
import { quantile } from '@/e2e/support/statistics'
import { openFaultUpstream } from '@/lib/testing/fault-upstream/fault-upstream'
import { memoryRow, timeRow, whileOthersAsk } from './others'

const LIST = '/api/vehicles?position=51.509865,-0.118092&limit=100'
const PATHS = [LIST, '/api/service', '/api/vehicles/example', '/api/bookings/example', '/']
const PER_SECOND = 100
const CLOSED_WITHIN_MS = 20_000
const P99_MS = 250

/** 500 requests at once, bodies that unpack to a gigabyte, and minutes of steady load. */
export const load: SuitePart = async ({ quick }) => {
  await using service = await openFaultUpstream()
  // Forty calls a second to the service are more than it is sent at first: that wait is not the server's.
  const dashboard = startProcess({ ...service.env, ...FULL_SPEED, NODE_OPTIONS: HEAP_OPTIONS })
  try {
    const url = await dashboard.url
    // 500 connections take a while on a busy machine: the answer is late enough for all of them.
    await service.setFault('late-answer')
    const cold = await coldRequests(url, service.requests)
    await service.setFault('gzip-bomb')
    // Distinct lists, so that the calls are not shared.
    const lists = Array.from({ length: 50 }, (_, index) => `${url}${LIST}&radius=${2000 + index}`)
    const bombs = await whileOthersAsk(dashboard, () => Promise.all(lists.map((list) => fetch(list))))
    const unpacked = bombs.result.filter(({ status }) => status < 500).length
    await service.setFault(null)
    await untilClosed(url)
    // Warm-up: memory grows while code is compiled and pools fill.
    await steady(url, 10)
    const before = await keptBytes(dashboard)
    const seconds = quick ? 20 : 300
    const { p99Ms, errors } = await steady(url, seconds)
    await new Promise((resolve) => setTimeout(resolve, 2000))
    const kept = memoryRow('more kept after a garbage collection', (await keptBytes(dashboard)) - before, 50)
    return {
      title: 'Load',
      rows: [
        cold,
        none('50 parallel gzip bombs of 1 GiB: answered well', unpacked),
        memoryRow('more memory meanwhile, at most', bombs.grownBytes, 200),
        timeRow('other requests meanwhile, p99', bombs.p99Ms, 1000),
        none(`${seconds} s at ${PER_SECOND} requests/s, a fifth of them pages: errors`, errors),
        timeRow('of their answers, p99', p99Ms, P99_MS),
        // On a machine that does not keep up, memory holds the queue of late requests.
        { ...kept, ...(p99Ms > P99_MS && { isTime: true as const }) },
      ],
    }
  } finally {
    await dashboard.stop()
  }
}

async function coldRequests(url: string, requests: readonly Buffer[]): Promise<ResultRow> {
  const before = requests.length
  const statuses = await Promise.all(
    Array.from({ length: 500 }, async () => {
      const response = await fetch(url + LIST)
      await response.arrayBuffer()
      return response.status
    }),
  )
  const answered = statuses.filter((status) => status === 200).length
  const calls = requests.length - before
  return {
    what: '500 cold identical requests: calls to the service, answers',
    reached: `${calls}, ${answered}`,
    wanted: '1, 500',
    met: calls === 1 && answered === 500,
  }
}

/** Waits until the circuit breaker, which the bombs opened, lets calls through. */
async function untilClosed(url: string): Promise<void> {
  const deadline = AbortSignal.timeout(CLOSED_WITHIN_MS)
  while (!deadline.aborted) {
    const response = await fetch(`${url}/api/vehicles/example`)
    if (response.ok) return
    await response.arrayBuffer()
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  throw new Error(`No call is let through within ${CLOSED_WITHIN_MS} ms`)
}

/** Times are measured from when a request is due: waiting for earlier answers would hide a stall. */
async function steady(url: string, seconds: number) {
  const startMs = performance.now()
  let errors = 0
  const asked = Array.from({ length: seconds * PER_SECOND }, async (_, n) => {
    const dueMs = startMs + (n * 1000) / PER_SECOND
    await new Promise((resolve) => setTimeout(resolve, dueMs - performance.now()))
    const response = await fetch(url + PATHS[n % PATHS.length]).catch(() => null)
    await response?.arrayBuffer()
    if (response?.status !== 200) errors++
    return performance.now() - dueMs
  })
  return { p99Ms: quantile(await Promise.all(asked), 0.99), errors }
}
