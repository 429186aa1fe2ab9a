import type { SuitePart } from '@/e2e/runner/suite'
import { atMost, none, type ResultRow } from '@/e2e/runner/table'
import { startProcess } from '@/e2e/support/dashboard'
import { processorMs, residentBytes } from '@/e2e/support/memory'
import { sendRequest } from '@/e2e/support/send-request'
import { openService } from '@/e2e/support/service'
import { acceptLink, PASSWORD, setUpLink } from '@/e2e/support/set-up'
import {
  formatCount,
  formatMegabytes,
  formatMs,
  formatNumber,
  quantile,
} from '@/e2e/support/statistics'
import { vehicle } from '@/lib/testing/vehicles'
import { createSpreadFleet } from './fleet'
import { monotonicMs, openReaders } from './readers'

const CENTRE = { lat: 51.5, lng: -0.1 }
const INTERVAL_MS = 5000
const LAST_MS = 250
const OTHERS_MS = 1000
/** Of one core; of the list's bytes. */
const PROCESSOR_SHARE = 0.1
const REFRESH_SHARE = 0.05
const RECORDS_AND_LISTS = Array.from({ length: 20 }, (_, n) =>
  n % 2 === 0 ? `/api/vehicles/v-${n}` : '/api/vehicles?position=51.5,-0.1&radius=500',
)
const FLOOD_AREAS = 100
const FLOOD_VEHICLES = 20_000
/** Made-up accounts that sign in at a time. */
const STRANGERS = 64
const EMAIL = 'ada@kerbside.example'
const SIGN_IN = '/api/auth/sign-in'
const SIGN_IN_MS = { others: 500, right: 2000 }
/** Until what the start left behind is collected. */
const COLLECTED_MS = 30_000
/** Until memory is read after the areas ended. */
const LEFT_MS = 75_000
const MEGABYTES = { idle: 200, dispatchers: 350, left: 400 }

/** The dashboard as `npm start` runs it, on a service on a socket. */
export const serverBench: SuitePart = async ({ quick, log }) => {
  log('server: idle …')
  const rows = await idleRows()
  for (const readers of quick ? [200] : [200, 1000]) {
    log(`server: ${formatCount(readers)} dispatchers …`)
    rows.push(...(await watchRows(readers, quick ? 3 : 6)))
  }
  log(`server: ${FLOOD_AREAS} areas of ${formatCount(FLOOD_VEHICLES)} vehicles by one client …`)
  rows.push(...(await floodRows(quick ? 20 : 60)))
  log(`server: ${STRANGERS} sign-ins at a time …`)
  rows.push(...(await signInRows(quick ? 5 : 20)))
  return { title: 'Server: 10,000 vehicles, of which a tenth drives, every 5 s', rows }
}

async function idleRows(): Promise<ResultRow[]> {
  // Of tests, the invented town has no streets: without a centre it is the demo city, as for anyone.
  const dashboard = startProcess({
    NODE_ENV: 'production',
    KERBSIDE_AUTH: 'off',
    REFERENCE_CENTRE: '',
  })
  try {
    await (await fetch(await dashboard.url)).text()
    await wait(COLLECTED_MS)
    return [
      memoryRow('the demo without dispatchers', await residentBytes(dashboard), MEGABYTES.idle),
    ]
  } finally {
    await dashboard.stop()
  }
}

/** Dispatchers of one area. */
async function watchRows(readers: number, refreshes: number): Promise<ResultRow[]> {
  const service = await openService({
    ...{ fleet: createSpreadFleet(10_000, CENTRE, 3000), gaps: { limitMaximum: 1000 } },
  })
  const sweptMs: number[] = []
  let listBytes = 0
  service.answerWith(async (request, answer) => {
    const response = await answer(request)
    const body = await response.text()
    listBytes += body.length
    if (!body.includes('"next_cursor"')) sweptMs.push(monotonicMs())
    return new Response(body, response)
  })
  const dashboard = startProcess({
    ...service.env,
    NODE_ENV: 'production',
    LIVE_PAGE_SIZE: '1000',
    // All dispatchers come from one address here.
    LIVE_STREAMS_MAXIMUM: '10000',
    LIVE_ADDRESS_SHARE_PERCENT: '100',
  })
  try {
    const address = livePath(await dashboard.url, 5000)
    const opened = await openReaders({
      addresses: Array(readers).fill(address),
      client: '192.0.2.1',
    })
    // Two refreshes before measuring, for the last reader that connected.
    await wait(2 * INTERVAL_MS)
    await opened.take()
    sweptMs.length = 0
    listBytes = 0
    const startMs = await processorMs(dashboard)
    const measuredMs = (refreshes + 1) * INTERVAL_MS
    await wait(measuredMs)
    const processorShare = ((await processorMs(dashboard)) - startMs) / measuredMs
    const { cameMs, bytes } = await opened.take()
    const [refreshBytes, wholeBytes] = [bytes / readers, listBytes].map(
      (all) => all / sweptMs.length,
    )
    opened.leave()
    // Of the last sweep not all may have their changes yet.
    const lastMs = sweptMs.slice(0, -1).map((atMs, n) => {
      const after = cameMs.filter((came) => came > atMs && came < sweptMs[n + 1]!)
      if (after.length < readers)
        throw new Error(`${after.length} of ${readers} readers have a refresh`)
      return Math.max(...after) - atMs
    })
    const who = `${formatCount(readers)} dispatchers of one area`
    const isAsked = readers === 1000
    return [
      atMost(
        `${who}: from the service’s answer to the last of them, p99 of ${lastMs.length}`,
        quantile(lastMs, 0.99),
        isAsked ? LAST_MS : null,
        formatMs,
      ),
      atMost(`${who}: processor`, processorShare, PROCESSOR_SHARE, formatCores),
      atMost(`${who}: a refresh of one of them on the wire`, refreshBytes!, null, formatKilobytes),
      atMost(
        'the same to the list of the service',
        refreshBytes! / wholeBytes!,
        REFRESH_SHARE,
        formatTimes,
      ),
      // The time measured may include one interval more or less.
      atMost(`${who}: sweeps an interval`, sweptMs.length / (refreshes + 1), 1, formatNumber, {
        met: sweptMs.length <= refreshes + 2,
      }),
      memoryRow(who, await residentBytes(dashboard), isAsked ? null : MEGABYTES.dispatchers),
    ]
  } finally {
    await dashboard.stop()
    await service.stop()
  }
}

/** One client opens many large areas, while others read lists and records. */
async function floodRows(seconds: number): Promise<ResultRow[]> {
  const service = await openService()
  const pages = pagesOf(FLOOD_VEHICLES)
  service.answerWith(({ url }) => {
    const { pathname, searchParams } = new URL(url)
    if (!pathname.endsWith('/vehicles')) return Response.json({ id: pathname.split('/').at(-1) })
    return new Response(pages[Number(searchParams.get('cursor') ?? 0)])
  })
  const dashboard = startProcess({
    ...{ ...service.env, NODE_ENV: 'production', TRUSTED_PROXY: '127.0.0.1' },
  })
  try {
    const url = await dashboard.url
    await othersMs(url, 5)
    const calmMs = await othersMs(url, 10)
    const addresses = Array.from({ length: FLOOD_AREAS }, (_, n) => livePath(url, 9000 + n))
    const flooding = openReaders({ addresses, client: '198.51.100.1' })
    const floodedMs = await othersMs(url, seconds)
    const flooded = await flooding
    flooded.leave()
    await wait(LEFT_MS)
    const what = `${FLOOD_AREAS} areas of ${formatCount(FLOOD_VEHICLES)} vehicles by one client, ${flooded.refused} refused`
    return [
      atMost(
        `${what}: others’ lists and records, p99`,
        quantile(floodedMs, 0.99),
        OTHERS_MS,
        formatMs,
      ),
      atMost('the same without them', quantile(calmMs, 0.99), null, formatMs),
      memoryRow(
        `${LEFT_MS / 1000} s after it left`,
        await residentBytes(dashboard),
        MEGABYTES.left,
      ),
    ]
  } finally {
    await dashboard.stop()
    await service.stop()
  }
}

/** Strangers sign in, from one address and from many, while operators work and sign in. */
async function signInRows(seconds: number): Promise<ResultRow[]> {
  const dashboard = startProcess({
    NODE_ENV: 'production',
    KERBSIDE_AUTH: 'on',
    TRUSTED_PROXY: '127.0.0.1',
  })
  const url = await dashboard.url
  const signIn = async (email: string, password: string, client: string) => {
    const options = {
      method: 'POST',
      headers: { 'x-forwarded-for': client },
      body: { email, password },
    }
    return (await sendRequest(url, SIGN_IN, options)).status
  }
  try {
    const cookie = await acceptLink(setUpLink(dashboard), EMAIL)
    const addressesOf: Record<string, (turn: number) => string> = {
      'one address': () => '192.0.2.1',
      'many addresses': (turn) => `198.18.${(turn >> 8) % 256}.${turn % 256}`,
    }
    const rows: ResultRow[] = []
    for (const [from, addressOf] of Object.entries(addressesOf)) {
      const statuses: number[] = []
      const rightMs: number[] = []
      let isOver = false
      const strangers = Array.from({ length: STRANGERS }, async (_, stranger) => {
        for (let turn = stranger; !isOver; turn += STRANGERS)
          statuses.push(await signIn(`made-up-${turn}@nowhere.example`, 'a guess', addressOf(turn)))
      })
      const right = (async () => {
        while (!isOver) {
          const startMs = performance.now()
          const status = await signIn(EMAIL, PASSWORD, '127.0.0.1')
          rightMs.push(status === 200 ? performance.now() - startMs : Infinity)
          await wait(1000)
        }
      })()
      const others = await othersMs(url, seconds, ['/api/me', '/api/operators'], { cookie })
      isOver = true
      await Promise.all([...strangers, right])
      const wrong = statuses.filter((status) => status !== 401 && status !== 429).length
      const what = `${STRANGERS} sign-ins at a time with made-up accounts, ${from}`
      rows.push(
        atMost(
          `${what}: others’ requests, p99`,
          quantile(others, 0.99),
          SIGN_IN_MS.others,
          formatMs,
        ),
        atMost(
          'the right password meanwhile: slowest',
          Math.max(...rightMs),
          SIGN_IN_MS.right,
          formatMs,
        ),
        none(`of ${formatCount(statuses.length)} attempts, answers other than 401 and 429`, wrong),
      )
    }
    return rows
  } finally {
    await dashboard.stop()
  }
}

/** Times of requests at 20 a second, independent of earlier answers. @throws when one fails */
async function othersMs(
  url: string,
  seconds: number,
  paths = RECORDS_AND_LISTS,
  headers: Record<string, string> = {},
): Promise<number[]> {
  const asked = Array.from({ length: seconds * 20 }, async (_, n) => {
    await wait(n * 50)
    const startMs = performance.now()
    const path = paths[n % paths.length]!
    const response = await fetch(url + path, { headers })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`GET ${path}: ${response.status}`)
    return performance.now() - startMs
  })
  return Promise.all(asked)
}

/** Pages of a hundred vehicles, made before: they cost next to nothing to answer. */
function pagesOf(vehicles: number): string[] {
  return Array.from({ length: vehicles / 100 }, (_, page) => {
    const rows = Array.from({ length: 100 }, (_row, n) => vehicle(`v-${page * 100 + n}`))
    const next = page + 1 < vehicles / 100 ? { next_cursor: String(page + 1) } : {}
    return JSON.stringify({ vehicles: rows, total: vehicles, ...next })
  })
}

function memoryRow(what: string, bytes: number, megabytes: number | null): ResultRow {
  return atMost(`${what}: memory`, bytes, megabytes && megabytes * 1e6, formatMegabytes)
}

const formatCores = (share: number) => `${formatNumber(share * 100)} % of a core`
const formatKilobytes = (bytes: number) => `${formatNumber(bytes / 1000)} KB`
const formatTimes = (factor: number) => `${formatNumber(factor)} ×`

const livePath = (url: string, radius: number) =>
  `${url}/api/live?position=${CENTRE.lat},${CENTRE.lng}&radius=${radius}&every=${INTERVAL_MS / 1000}`

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
