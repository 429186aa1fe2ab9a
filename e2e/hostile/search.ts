import type { SuitePart } from '@/e2e/runner/suite'
import { none } from '@/e2e/runner/table'
import { startProcess } from '@/e2e/support/dashboard'
import { HEAP_OPTIONS, keptBytes } from '@/e2e/support/memory'
import { randomFrom } from '@/e2e/support/statistics'
import { memoryRow, timeRow, whileOthersAsk } from './others'
import { type HostileBody, hostileBody } from './search-bodies'

const AT_A_TIME = 8
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
    const others = await whileOthersAsk(dashboard, () => sendAll(url, random, count))
    const answers = others.result
    const broken = answers.filter(({ status }) => status === 0 || status >= 500)
    for (const { status, body } of broken.slice(0, 10))
      log(`${status} ${body.path} ${JSON.stringify(body.bytes.toString('latin1').slice(0, 200))}`)
    const searched = answers.filter(({ status }) => status === 200)
    // Alone, so that the time is the search's own.
    let slowestMs = 0
    for (const { body } of searched.toSorted((a, b) => b.ms - a.ms).slice(0, SLOW_AGAIN)) {
      const twice = [await send(url, body), await send(url, body)]
      slowestMs = Math.max(slowestMs, Math.min(...twice.map(({ ms }) => ms)))
    }
    const kept = (await keptBytes(dashboard)) - keptBefore
    const what = `${count} hostile bodies of the address search, ${searched.length} of them searched for`
    return {
      title: 'Hostile address searches',
      rows: [
        none(`${what}: 5xx or no answer`, broken.length, searched.length > count / 4),
        timeRow(`the ${SLOW_AGAIN} slowest of them again, alone: the slowest`, slowestMs, 50),
        timeRow('other requests meanwhile, p99', others.p99Ms, 250),
        none('of them failed', others.failed),
        memoryRow('more memory meanwhile, at most', others.grownBytes, 400),
        memoryRow('more kept after a garbage collection', kept, 50),
      ],
    }
  } finally {
    await dashboard.stop()
  }
}

async function untilIndexed(url: string): Promise<void> {
  const deadline = AbortSignal.timeout(INDEX_MS)
  while (!deadline.aborted) {
    const response = await post(url, WORDS)
    const { data } = JSON.parse(await response.text()) as { data?: { index: string } }
    if (data?.index === 'ready') return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`No address index within ${INDEX_MS} ms`)
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
