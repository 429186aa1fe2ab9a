import { setTimeout as wait } from 'node:timers/promises'
import { createAddress } from '@/e2e/bookings/arrived-bookings'
import { atMost, type ResultRow, type SuitePart } from '@/e2e/runner/suite'
import { buildKerbside } from '@/e2e/support/build'
import { type StartedProcess, startProcess } from '@/e2e/support/dashboard'
import { fetchWhole, timeRequests } from '@/e2e/support/even-load'
import { monotonicMs, openReaders } from '@/e2e/support/live-readers'
import { processorMs, residentBytes } from '@/e2e/support/memory'
import { openService, type TestService } from '@/e2e/support/service'
import { formatMegabytes, formatMs, formatNumber, quantile } from '@/e2e/support/statistics'
import { vehicle } from '@/lib/testing/vehicles'
import { CENTRE, createBenchFleet, RADIUS_METRES } from './fleet'

const INTERVAL_MS = 5000
const FLOOD_PAGES = 200
const PAGE_VEHICLES = 100
const SETTLED_AFTER_START_MS = 30_000
const COLD_SECONDS = 3
const SETTLED_AFTER_FLOOD_MS = 75_000
const CITY_CENTRE_TILE = '14/5634/9889'

/** As the unit of docs/operations.md starts it; Node 24 needs no MALLOC_… of the shell. */
const PRODUCTION = {
  NODE_ENV: 'production',
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '65536',
}

/** The dashboard as `npm start` runs it, on a service on a socket. */
export const serverBench: SuitePart = async ({ quick, log }) => {
  buildKerbside()
  log('server: the demo and its tiles …')
  const demo = { KERBSIDE_AUTH: 'off', REFERENCE_CENTRE: '' }
  const rows = await onDashboard(demo, (started) => measureDemo(started, quick ? 5 : 20))
  for (const dispatchers of quick ? [200] : [200, 1000]) {
    log(`server: ${dispatchers} dispatchers …`)
    const fleet = createBenchFleet(10_000)
    const service = await openService({ fleet, gaps: { limitMaximum: 1000 } })
    const env = {
      ...service.env,
      LIVE_PAGE_SIZE: '1000',
      // All dispatchers come from one address here.
      LIVE_STREAMS_MAXIMUM: '10000',
      LIVE_ADDRESS_SHARE_PERCENT: '100',
    }
    const work = (started: StartedProcess) =>
      measureDispatchers(service, started, dispatchers, quick ? 3 : 12)
    rows.push(...(await onDashboard(env, work)))
    await service.stop()
  }
  log('server: large areas by one client …')
  const service = await openService()
  const proxied = { ...service.env, TRUSTED_PROXY: '127.0.0.1' }
  const flood = (started: StartedProcess) => measureFlood(service, started, quick ? 20 : 60)
  rows.push(...(await onDashboard(proxied, flood)))
  log('server: webhooks …')
  const webhooks = (started: StartedProcess) => measureWebhooks(started, quick ? 5 : 30)
  rows.push(...(await onDashboard(service.env, webhooks)))
  await service.stop()
  return { title: 'Server: 10,000 vehicles, of which a tenth drives, every 5 s', rows }
}

async function onDashboard(
  env: Readonly<Record<string, string>>,
  measure: (started: StartedProcess) => Promise<ResultRow[]>,
): Promise<ResultRow[]> {
  const started = startProcess({ ...env, ...PRODUCTION })
  try {
    return await measure(started)
  } finally {
    await started.stop()
  }
}

async function measureDemo(started: StartedProcess, seconds: number): Promise<ResultRow[]> {
  const url = await started.url
  await (await fetch(url)).text()
  await wait(SETTLED_AFTER_START_MS)
  const idle = memoryRow('demo without dispatchers', await residentBytes(started), 200e6)
  const { data } = await (await fetch(`${url}/api/service`)).json()
  const path = data.map.tileUrl.replace('{z}/{x}/{y}', CITY_CENTRE_TILE)
  const times = await timeRequests(seconds, 100, () => fetchWhole(url + path))
  return [idle, p99Row('100 tiles a second', times, null)]
}

/** Dispatchers of one area. */
async function measureDispatchers(
  service: TestService,
  started: StartedProcess,
  dispatchers: number,
  refreshes: number,
): Promise<ResultRow[]> {
  const sweptMs: number[] = []
  service.answerWith(async (request, answer) => {
    const response = await answer(request)
    const body = await response.text()
    if (!body.includes('"next_cursor"')) sweptMs.push(monotonicMs())
    return new Response(body, response)
  })
  const address = livePath(await started.url, RADIUS_METRES)
  const addresses = Array<string>(dispatchers).fill(address)
  const readers = await openReaders({ addresses, client: '192.0.2.1' })
  // Two refreshes before measuring, for the last reader that connected.
  await wait(2 * INTERVAL_MS)
  await readers.take()
  sweptMs.length = 0
  const startMs = await processorMs(started)
  const measuredMs = (refreshes + 1) * INTERVAL_MS
  await wait(measuredMs)
  const percent = (100 * ((await processorMs(started)) - startMs)) / measuredMs
  const { cameMs } = await readers.take()
  const memory = await residentBytes(started)
  readers.leave()

  // After the last sweep not all may have their changes yet.
  const lastMs = sweptMs.slice(0, -1).map((fromMs, n) => {
    const after = cameMs.filter((came) => came > fromMs && came < sweptMs[n + 1]!)
    if (after.length < dispatchers)
      throw new Error(`${after.length} of ${dispatchers} readers have a refresh`)
    return Math.max(...after) - fromMs
  })
  const isLarge = dispatchers === 1000
  const who = `${dispatchers} dispatchers of one area`
  const formatPercent = (percent: number) => `${formatNumber(percent)} % of a core`
  return [
    p99Row(`${who}: from the service’s answer to the last`, lastMs, isLarge ? 250 : null),
    atMost(`${who}: processor`, percent, 10, formatPercent, { isTime: true }),
    // The time measured may include one interval more or less.
    atMost(`${who}: sweeps in ${refreshes + 1} intervals`, sweptMs.length, refreshes + 2, String),
    memoryRow(who, memory, isLarge ? null : 350e6),
  ]
}

/** One client opens many large areas, while others read lists and records. */
async function measureFlood(
  service: TestService,
  started: StartedProcess,
  seconds: number,
): Promise<ResultRow[]> {
  // Made before: they cost next to nothing to answer.
  const pages = Array.from({ length: FLOOD_PAGES }, (_, page) => {
    const row = (_row: unknown, n: number) => vehicle(`v-${page * PAGE_VEHICLES + n}`)
    const vehicles = Array.from({ length: PAGE_VEHICLES }, row)
    const cursor = page + 1 < FLOOD_PAGES ? String(page + 1) : undefined
    return JSON.stringify({ vehicles, total: FLOOD_PAGES * PAGE_VEHICLES, next_cursor: cursor })
  })
  service.answerWith(({ url }) => {
    const { pathname, searchParams } = new URL(url)
    if (!pathname.endsWith('/vehicles')) return Response.json({ id: pathname.split('/').at(-1) })
    return new Response(pages[Number(searchParams.get('cursor') ?? 0)])
  })
  const url = await started.url
  const search = `/api/vehicles?position=${CENTRE.lat},${CENTRE.lng}&radius=500`
  const read = (n: number) => fetchWhole(url + (n % 2 ? search : `/api/vehicles/v-${n % 20}`))
  // Code is compiled first.
  await timeRequests(5, 20, read)
  const addresses = Array.from({ length: 100 }, (_, n) => livePath(url, 9000 + n))
  const opening = openReaders({ addresses, client: '198.51.100.1' })
  const others = await timeRequests(seconds, 20, read)
  const readers = await opening
  readers.leave()
  await wait(SETTLED_AFTER_FLOOD_MS)
  service.answerWith(null)
  return [
    p99Row(
      `100 areas of 20,000 vehicles by one client, ${readers.refused} refused: others`,
      others,
      1000,
    ),
    memoryRow(
      `${SETTLED_AFTER_FLOOD_MS / 1000} s after it left`,
      await residentBytes(started),
      400e6,
    ),
  ]
}

/**
 * Deliveries of bookings into the embedded database, while a page asks for its operator.
 * A process that has just started compiles its code and opens its database in the first seconds.
 */
async function measureWebhooks(started: StartedProcess, seconds: number): Promise<ResultRow[]> {
  const url = await started.url
  const address = await createAddress(url, 'The service')
  const deliver = (n: number) => {
    const booking = { id: `b-${n}`, status: 'pending', mtime: new Date().toISOString() }
    const body = JSON.stringify({ event: 'booking_status_changed', data: booking })
    return fetchWhole(address, { method: 'POST', body })
  }
  const coldMs = await timeRequests(COLD_SECONDS, 200, deliver)
  const [times, othersMs] = await Promise.all([
    timeRequests(seconds, 200, deliver),
    timeRequests(seconds, 20, () => fetchWhole(`${url}/api/me`)),
  ])
  return [
    p99Row(`200 webhooks a second in the first ${COLD_SECONDS} s of a process`, coldMs, null),
    p99Row('200 webhooks a second from then on', times, 250),
    p99Row('`/api/me` meanwhile', othersMs, 1000),
  ]
}

function p99Row(what: string, times: readonly number[], most: number | null): ResultRow {
  const named = `${what}, p99 of ${times.length}`
  return atMost(named, quantile(times, 0.99), most, formatMs, { isTime: true })
}

function memoryRow(what: string, bytes: number, most: number | null): ResultRow {
  return atMost(`${what}: memory`, bytes, most, formatMegabytes)
}

function livePath(url: string, radius: number): string {
  const area = `position=${CENTRE.lat},${CENTRE.lng}&radius=${radius}`
  return `${url}/api/live?${area}&every=${INTERVAL_MS / 1000}`
}
