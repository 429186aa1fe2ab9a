import { randomBytes } from 'node:crypto'
import { createAddress } from '@/e2e/bookings/arrived-bookings'
import { atMost, none, type SuitePart } from '@/e2e/runner/suite'
import { startProcess } from '@/e2e/support/dashboard'
import { openReaders } from '@/e2e/support/live-readers'
import { HEAP_OPTIONS, keptBytes } from '@/e2e/support/memory'
import { rawRequest, sendRaw } from '@/e2e/support/raw-request'
import { sendRequest } from '@/e2e/support/send-request'
import { formatMegabytes, formatMs, quantile } from '@/e2e/support/statistics'
import type { DataFrom } from '@/lib/api/client/call'
import { openFaultUpstream } from '@/lib/testing/fault-upstream/fault-upstream'
import { hostileKinds, slowDelivery } from './delivery-kinds'

const PER_SECOND = 200
const MAPS = 100
const SLOW = 50
const STORED_MS = 240_000
const METHODS = ['POST', 'GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']

/**
 * Webhooks from senders that mean no good, at 200 a second beside 100 open maps, and from
 * those without an address.
 */
export const deliveries: SuitePart = async ({ quick, log }) => {
  const count = quick ? 1_500 : 10_000
  await using service = await openFaultUpstream()
  const dashboard = startProcess({ ...service.env, NODE_OPTIONS: HEAP_OPTIONS })
  try {
    const url = await dashboard.url
    const port = Number(new URL(url).port)
    const path = new URL(await createAddress(url, 'The service')).pathname
    const differing = await differingAnswers(url, port, path)
    for (const one of differing) log(`deliveries: differs from an unknown page: ${one}`)
    const addresses = Array.from(
      { length: MAPS },
      (_, n) => `${url}/api/live?position=51.509865,-0.118092&radius=${1500 + (n % 10) * 100}`,
    )
    const maps = await openReaders({ addresses, client: '' })
    // Code is compiled and pools fill before the memory is read.
    const warmUp = await send(port, path, quick ? 200 : 1_000)
    const before = await keptBytes(dashboard)
    const slow = Array.from({ length: SLOW }, () =>
      sendRaw(port, slowDelivery(path, quick ? 5 : 40)),
    )
    const sent = await send(port, path, count)
    const stored = await whenStored(url)
    const grown = (await keptBytes(dashboard)) - before
    const slowStatuses = (await Promise.all(slow)).flatMap(({ statuses }) => statuses)
    await maps.take()
    // Two refreshes.
    await new Promise((resolve) => setTimeout(resolve, 10_000))
    const refreshed = (await maps.take()).cameMs.length
    maps.leave()
    const failed = [...sent.statuses, ...slowStatuses].filter((status) => status >= 500).length
    const taken = [...warmUp.statuses, ...sent.statuses].filter((status) => status === 200).length
    const isInLog = dashboard.output().includes(path.slice('/hooks/'.length))
    const kinds = Object.keys(hostileKinds).length
    const rows = [
      none(
        `tokens that are wrong, revoked or malformed in ${METHODS.length} methods: answers that differ from an unknown page`,
        differing.length,
      ),
      none(
        `${count} hostile deliveries in ${kinds} kinds at ${PER_SECOND}/s, ${SLOW} more of one byte a second: answers of 500 and above`,
        failed,
      ),
      none(`kinds without an answer: ${sent.silent.join(', ') || 'none'}`, sent.silent.length),
      atMost(`answers beside ${MAPS} open maps, p99`, quantile(sent.times, 0.99), 250, formatMs, {
        isTime: true,
      }),
      none('maps without a refresh afterwards', Math.max(0, MAPS - refreshed)),
      atMost('more kept after a garbage collection', grown, 50e6, formatMegabytes),
      none(
        `${taken} answered 200: not stored`,
        Math.max(0, taken - stored.deliveries),
        stored.waitingBytes === 0,
      ),
      none('token in the log', Number(isInLog)),
    ]
    return { title: 'Hostile webhooks', rows }
  } finally {
    await dashboard.stop()
  }
}

async function send(port: number, path: string, count: number) {
  const kinds = Object.entries(hostileKinds)
  const times = [] as number[]
  const statuses = [] as number[]
  const silent = new Set<string>()
  const startMs = performance.now()
  const sent = Array.from({ length: count }, async (_, n) => {
    await new Promise((resolve) =>
      setTimeout(resolve, startMs + (n * 1000) / PER_SECOND - performance.now()),
    )
    const [name, kind] = kinds[n % kinds.length]!
    const answers = await sendRaw(port, kind(path, n))
    statuses.push(...answers.statuses)
    if (answers.ms !== null) times.push(answers.ms)
    else if (!name.startsWith('cut') && !name.startsWith('shorter')) silent.add(name)
  })
  await Promise.all(sent)
  return { times, statuses, silent: [...silent] }
}

async function readAddresses(url: string): Promise<DataFrom<'GET /api/webhooks'>> {
  return JSON.parse((await sendRequest(url, '/api/webhooks')).text).data
}

/** Deliveries in the store, when none waits on disk. */
async function whenStored(url: string): Promise<{ deliveries: number; waitingBytes: number }> {
  const endMs = performance.now() + STORED_MS
  for (;;) {
    const { addresses, waitingBytes } = await readAddresses(url)
    const deliveries = addresses.reduce((sum, one) => sum + one.deliveries, 0)
    if (waitingBytes === 0 || performance.now() > endMs) return { deliveries, waitingBytes }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/**
 * Tokens that are not in use, by method, whose answer is another one than that for a
 * page that does not exist.
 */
async function differingAnswers(url: string, port: number, known: string): Promise<string[]> {
  const revoked = new URL(await createAddress(url, 'Revoked')).pathname
  const [newest] = (await readAddresses(url)).addresses
  await sendRequest(url, `/api/webhooks/${newest?.id}`, { method: 'DELETE' })
  const wrong = `/hooks/${randomBytes(32).toString('base64url')}`
  const malformed = [
    '/hooks/abc',
    '/hooks/',
    `${known}/x`,
    `/hooks/${'%2e'.repeat(12)}`,
    `${known}~`,
  ]
  const differing: string[] = []
  for (const method of METHODS)
    for (const path of [wrong, revoked, ...malformed, ...(method === 'POST' ? [] : [known])]) {
      const [own, another] = [path, path.replace('/hooks', '/books')].map((one) =>
        answerOf(port, method, one),
      )
      if ((await own) !== (await another)) differing.push(`${method} ${path.slice(0, 12)}`)
    }
  return differing
}

/**
 * Without parts that differ between two answers for the same page: the time,
 * ids, and the path itself.
 */
async function answerOf(port: number, method: string, path: string): Promise<string> {
  const { text } = await rawRequest(port, path, ['Content-Length: 0'], method)
  return text
    .replaceAll(path, '/path')
    .replaceAll(path.slice(1), 'path')
    .replace(/^date: .*$/im, '')
    .replace(/[\w+/-]{22}==|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/gi, 'id')
    .replaceAll(/nonce-[\w+/=-]+|nonce="[^"]+"/g, 'nonce')
    .replaceAll(/[hb]ooks/g, 'part')
}
