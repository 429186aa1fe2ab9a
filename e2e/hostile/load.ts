import { HEAP_OPTIONS, keptBytes } from '@/e2e/bench/server/process-heap'
import { usageOf } from '@/e2e/bench/server/process-usage'
import type { SuiteOptions, SuitePart } from '@/e2e/runner/suite'
import type { ResultRow } from '@/e2e/runner/table'
import { startProcess } from '@/e2e/support/dashboard'
import { FULL_SPEED } from '@/e2e/support/service'
import { quantile } from '@/e2e/support/statistics'
import { openFaultUpstream } from '@/lib/testing/fault-upstream/fault-upstream'

const LIST = '/api/vehicles?position=51.509865,-0.118092&limit=100'
const MEGABYTE = 1024 * 1024
const CLOSED_WITHIN_MS = 20_000

/** 500 requests at once, bodies that unpack to a gigabyte, and minutes of steady load. */
export const load: SuitePart = async (options) => {
  await using service = await openFaultUpstream()
  // Forty calls a second to the service are more than it is sent at first: that wait is not the server's.
  const dashboard = startProcess({ ...service.env, ...FULL_SPEED, NODE_OPTIONS: HEAP_OPTIONS })
  try {
    const url = await dashboard.url
    const memory = async () => (await usageOf(dashboard.pid)).residentBytes
    // 500 connections take a while on a busy machine: the answer is late enough for all of them.
    await service.setFault('late-answer')
    const cold = await coldRequests(url, service.requests)
    const bombed = await bombs(url, () => service.setFault('gzip-bomb'), memory)
    await service.setFault(null)
    await untilClosed(url)
    const steadied = await steady(url, () => keptBytes(dashboard), options)
    return { title: 'Load', rows: [cold, ...bombed, ...steadied] }
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

async function bombs(
  url: string,
  arm: () => Promise<void>,
  memory: () => Promise<number>,
): Promise<ResultRow[]> {
  await arm()
  const before = await memory()
  let most = before
  const watch = setInterval(async () => {
    most = Math.max(most, await memory())
  }, 50)
  let under = true
  const times: number[] = []
  const others = (async () => {
    while (under) {
      const startMs = performance.now()
      await (await fetch(`${url}/api/service`)).arrayBuffer()
      times.push(performance.now() - startMs)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  })()
  // Distinct lists, so that the calls are not shared.
  const statuses = await Promise.all(
    Array.from(
      { length: 50 },
      async (_, index) => (await fetch(`${url}${LIST}&radius=${2000 + index}`)).status,
    ),
  )
  under = false
  await others
  clearInterval(watch)
  const growth = (most - before) / MEGABYTE
  const p99 = quantile(times, 0.99)
  return [
    {
      what: '50 parallel gzip bombs of 1 GiB: more memory, at most',
      reached: `${growth.toFixed(0)} MB`,
      wanted: '≤ 200 MB',
      met: growth <= 200 && statuses.every((status) => status >= 500),
    },
    {
      what: 'other requests meanwhile, p99',
      reached: `${p99.toFixed(0)} ms`,
      wanted: '< 1000 ms',
      met: p99 < 1000,
      isTime: true,
    },
  ]
}

/** Waits until the circuit breaker, which the bombs opened, lets calls through. */
async function untilClosed(url: string): Promise<void> {
  const deadline = AbortSignal.timeout(CLOSED_WITHIN_MS)
  let seen = 'no response'
  while (!deadline.aborted) {
    const response = await fetch(`${url}/api/vehicles/example`, { signal: deadline }).catch(() => null)
    if (response?.ok) return
    if (response) seen = `${response.status} ${await response.text().catch(String)}`
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  throw new Error(`No call is let through within ${CLOSED_WITHIN_MS} ms. Last response: ${seen}`)
}

async function steady(
  url: string,
  kept: () => Promise<number>,
  { quick, log }: SuiteOptions,
): Promise<ResultRow[]> {
  const seconds = quick ? 20 : 300
  const paths = [LIST, '/api/service', '/api/vehicles/example', '/api/bookings/example', '/']
  const run = async (forSeconds: number) => {
    const times: number[] = []
    let errors = 0
    const pending: Promise<void>[] = []
    const startMs = performance.now()
    for (let request = 0; request < forSeconds * 100; request++) {
      const dueMs = startMs + request * 10
      const waitMs = dueMs - performance.now()
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
      pending.push(
        (async () => {
          // Measured from the due time: waiting for earlier answers would hide a stall.
          const response = await fetch(url + paths[request % paths.length]).catch(() => null)
          await response?.arrayBuffer()
          times.push(performance.now() - dueMs)
          if (response?.status !== 200) errors++
        })(),
      )
    }
    await Promise.all(pending)
    return { times, errors }
  }
  // Warm-up: memory grows while code is compiled and pools fill.
  await run(10)
  const before = await kept()
  const { times, errors } = await run(seconds)
  await new Promise((resolve) => setTimeout(resolve, 2000))
  const growth = ((await kept()) - before) / MEGABYTE
  const p99 = quantile(times, 0.99)
  log(`steady load: p50 ${quantile(times, 0.5).toFixed(1)} ms, growth ${growth.toFixed(1)} MB`)
  return [
    {
      what: `${seconds} s at 100 requests/s, a fifth of them pages: p99, errors`,
      reached: `${p99.toFixed(0)} ms, ${errors}`,
      wanted: '≤ 250 ms, 0',
      met: p99 <= 250 && errors === 0,
      ...(errors === 0 && { isTime: true as const }),
    },
    {
      what: 'more kept after a garbage collection',
      reached: `${growth.toFixed(0)} MB`,
      wanted: '< 50 MB',
      met: growth < 50,
      // On a machine that does not keep up, memory holds the queue of late requests.
      ...(p99 > 250 && { isTime: true as const }),
    },
  ]
}
