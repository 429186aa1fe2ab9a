import { HEAP_OPTIONS, keptBytes } from '@/e2e/bench/server/process-heap'
import { usageOf } from '@/e2e/bench/server/process-usage'
import type { SuitePart } from '@/e2e/runner/suite'
import { startProcess } from '@/e2e/support/dashboard'
import { quantile, randomFrom } from '@/e2e/support/statistics'
import { type HostileBody, hostileBody } from './search-bodies'

const AT_A_TIME = 8
const MEGABYTE = 1024 * 1024
const INDEX_MS = 120_000
const SLOW_AGAIN = 50
const WARM_UP = 1_000
const WORDS: HostileBody = {
  path: '/api/find',
  type: 'application/json',
  bytes: Buffer.from('{"text":"18 de julio","near":null}'),
}

interface Answered {
  readonly body: HostileBody
  /** 0 for none. */
  readonly status: number
  readonly ms: number
}

/** Bodies of the address search: wrong types, broken text and JSON, at the index of the demo city. */
export const search: SuitePart = async ({ quick, log }) => {
  const count = quick ? 1_000 : 10_000
  const dashboard = startProcess({ REFERENCE_CENTRE: '', KERBSIDE_AUTH: 'off', NODE_OPTIONS: HEAP_OPTIONS })
  try {
    const url = await dashboard.url
    await untilIndexed(url)
    const random = randomFrom(1815)
    // Code is compiled and the answers of the others are there before anything is measured.
    await sendAll(url, random, WARM_UP)
    const keptBefore = await keptBytes(dashboard)
    const residentBefore = (await usageOf(dashboard.pid)).residentBytes
    const others: number[] = []
    let failed = 0
    let most = residentBefore
    let isOver = false
    const other = (async () => {
      while (!isOver) {
        const startMs = performance.now()
        const { ok } = await fetch(`${url}/api/service`)
        others.push(performance.now() - startMs)
        if (!ok) failed++
        most = Math.max(most, (await usageOf(dashboard.pid)).residentBytes)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    })()
    const answers = await sendAll(url, random, count)
    isOver = true
    await other
    const broken = answers.filter(({ status }) => status === 0 || status >= 500)
    for (const { status, body } of broken.slice(0, 10))
      log(`${status} ${body.path} ${JSON.stringify(body.bytes.toString('latin1').slice(0, 200))}`)
    const searched = answers.filter(({ status }) => status === 200)
    // Alone, so that the time is the search's own.
    const slow = searched.toSorted((a, b) => b.ms - a.ms).slice(0, SLOW_AGAIN)
    let slowest = 0
    for (const { body } of slow) {
      const twice = [await send(url, body), await send(url, body)]
      slowest = Math.max(slowest, Math.min(...twice.map(({ ms }) => ms)))
    }
    const kept = ((await keptBytes(dashboard)) - keptBefore) / MEGABYTE
    const grown = (most - residentBefore) / MEGABYTE
    const p99 = quantile(others, 0.99)
    return {
      title: 'Hostile address searches',
      rows: [
        {
          what: `${count} hostile bodies of the address search, ${searched.length} of them searched for: 5xx or no answer`,
          reached: String(broken.length),
          wanted: '0',
          met: broken.length === 0 && searched.length > count / 4,
        },
        {
          what: `the ${SLOW_AGAIN} slowest of them again, alone: the slowest`,
          reached: `${slowest.toFixed(0)} ms`,
          wanted: '≤ 50 ms',
          met: slowest <= 50,
          isTime: true,
        },
        {
          what: `other requests meanwhile (${others.length}): p99, failed`,
          reached: `${p99.toFixed(0)} ms, ${failed}`,
          wanted: '≤ 250 ms, 0',
          met: p99 <= 250 && failed === 0,
          ...(failed === 0 && { isTime: true as const }),
        },
        {
          what: 'memory: more at most meanwhile, more kept after a garbage collection',
          reached: `${grown.toFixed(0)} MB, ${kept.toFixed(0)} MB`,
          wanted: '≤ 400 MB, < 50 MB',
          met: grown <= 400 && kept < 50,
        },
      ],
    }
  } finally {
    await dashboard.stop()
  }
}

async function untilIndexed(url: string): Promise<void> {
  const deadline = AbortSignal.timeout(INDEX_MS)
  let seen = 'none'
  while (!deadline.aborted) {
    const response = await post(url, WORDS)
    const { data } = JSON.parse(await response.text()) as { data?: { index: string } }
    seen = data?.index ?? String(response.status)
    if (seen === 'ready') return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`No address index within ${INDEX_MS} ms: ${seen}`)
}

function post(url: string, { path, type, bytes }: HostileBody): Promise<Response> {
  const headers = { origin: url, ...(type !== null && { 'content-type': type }) }
  return fetch(url + path, { method: 'POST', headers, body: Uint8Array.from(bytes) })
}

async function sendAll(url: string, random: () => number, count: number): Promise<Answered[]> {
  const answers: Answered[] = []
  const queue = Array.from({ length: count }, () => hostileBody(random)).values()
  const work = async () => {
    for (const body of queue) answers.push(await send(url, body))
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, work))
  return answers
}

async function send(url: string, body: HostileBody): Promise<Answered> {
  const startMs = performance.now()
  const status = await post(url, body)
    .then(async (response) => {
      await response.arrayBuffer()
      return response.status
    })
    .catch(() => 0)
  return { body, status, ms: performance.now() - startMs }
}
