import type { ResultRow } from '@/e2e/runner/table'
import { startProcess } from '@/e2e/support/dashboard'
import { FULL_SPEED } from '@/e2e/support/service'
import { formatCount, formatMs, formatNumber, quantile } from '@/e2e/support/statistics'
import type { Answers, LoadCommands } from './load-main'
import { openLoadProcess } from './load-process'
import { HEAP_OPTIONS, keptBytes } from './process-heap'
import { usageOf } from './process-usage'
import { openStaticService } from './static-service'

const CENTRE = { lat: 51.5, lng: -0.1 }
const VEHICLES = 20_000
const AREAS = 200
const RECORDS = Array.from({ length: 20 }, (_, n) => `/api/vehicles/v-${n * 97}`)
const HEAP_MEGABYTES = 2048
const CLIENT = '192.0.2.1'

// Memory that the process of a small server may take, beside the heap limit of 2 GB.
const RESIDENT_BYTES = 1.5e9
const LEFT_BYTES = 600e6
const OTHERS_MS = 1000
/** As long after the client left as the attack that this row repeats was measured. */
const LEFT_MS = 75_000
const CALM_SECONDS = 10

interface Flooded {
  readonly flood: Awaited<ReturnType<LoadCommands['flood']>>
  readonly others: { readonly areas: Answers; readonly records: Answers; readonly calm: Answers }
  readonly residentBytes: number
  readonly keptBeforeBytes: number
  readonly left: { readonly residentBytes: number; readonly keptBytes: number }
  readonly callsPerSecond: number
}

/** One client asks for many large areas, while others open theirs and read records. */
export async function measureFlood(seconds: number, log: (line: string) => void): Promise<ResultRow[]> {
  const service = await openStaticService(VEHICLES)
  const dashboard = startProcess({
    ...FULL_SPEED,
    SERVICE_BASE_URL: service.url,
    SERVICE_API_KEY: 'bench-key',
    KERBSIDE_AUTH: 'off',
    NODE_ENV: 'production',
    NODE_OPTIONS: `${HEAP_OPTIONS} --max-old-space-size=${HEAP_MEGABYTES}`,
    TRUSTED_PROXY: '127.0.0.1',
  })
  const [attacker, dispatchers, readers] = [openLoadProcess(), openLoadProcess(), openLoadProcess()]
  try {
    const port = Number(new URL(await dashboard.url).port)
    const { pid } = dashboard
    log(`server: ${AREAS} areas of ${formatCount(VEHICLES)} vehicles by one client …`)
    let most = 0
    const watching = setInterval(async () => {
      const { residentBytes } = await usageOf(pid).catch(() => ({ residentBytes: 0 }))
      most = Math.max(most, residentBytes)
    }, 500)
    // A new process takes a while to load its routes.
    await dispatchers.openEach({ port, paths: [livePath(CENTRE, 400)], perSecond: 1 })
    await readers.load({ port, paths: RECORDS, perSecond: 20, seconds: 5 })
    // For the ratio, on a machine with other work.
    const calm = await readers.load({ port, paths: RECORDS, perSecond: 20, seconds: CALM_SECONDS })
    const keptBeforeBytes = await keptBytes(dashboard)
    const paths = Array.from({ length: AREAS }, (_, n) => livePath(CENTRE, 9000 + n))
    const flooding = attacker.flood({ port, paths, address: CLIENT })
    service.take()
    const [flood, areas, records] = await Promise.all([
      flooding,
      dispatchers.openEach({ port, paths: ownAreas(seconds), perSecond: 1 }),
      readers.load({
        port,
        paths: RECORDS,
        perSecond: 20,
        seconds,
      }),
    ])
    const callsPerSecond = service.take() / seconds
    await attacker.leave(null)
    log('server: after the client left …')
    await new Promise((resolve) => setTimeout(resolve, LEFT_MS))
    clearInterval(watching)
    const { residentBytes } = await usageOf(pid)
    const left = { residentBytes, keptBytes: await keptBytes(dashboard) }
    const others = { areas, records, calm }
    return floodRows({ flood, others, residentBytes: most, keptBeforeBytes, left, callsPerSecond })
  } finally {
    for (const load of [attacker, dispatchers, readers]) load.close()
    await dashboard.stop()
    await service.close()
  }
}

function floodRows(flooded: Flooded): ResultRow[] {
  const { flood, others, residentBytes, keptBeforeBytes, left, callsPerSecond } = flooded
  const what = `${AREAS} areas of ${formatCount(VEHICLES)} vehicles by one client, heap limit ${HEAP_MEGABYTES} MB`
  const refused = Object.entries(flood.refused).map(([reason, count]) => `${count} refused (${reason})`)
  const p99 = (answers: Answers) => quantile(answers.ms, 0.99)
  const failed = [others.areas, others.records].flatMap(({ failures }) =>
    Object.entries(failures).map(([reason, count]) => `${count} × ${reason}`),
  )
  return [
    {
      what: `${what}: memory`,
      reached: `${megabytes(residentBytes)} at most; ${[`${flood.opened} opened`, ...refused].join(', ')}; ${formatNumber(callsPerSecond)} calls a second`,
      wanted: `≤ ${megabytes(RESIDENT_BYTES)}`,
      met: residentBytes <= RESIDENT_BYTES,
    },
    {
      what: `${what}: others open an area; read a record`,
      reached: [
        `p99 ${formatMs(p99(others.areas))} of ${others.areas.ms.length}; p99 ${formatMs(p99(others.records))} of ${formatCount(others.records.ms.length)}, ${formatMs(p99(others.calm))} before the flood`,
        ...failed,
      ].join(', '),
      wanted: `p99 ≤ ${OTHERS_MS} ms, no error`,
      met: failed.length === 0 && Math.max(p99(others.areas), p99(others.records)) <= OTHERS_MS,
    },
    {
      what: `${what}: ${LEFT_MS / 1000} s after it left`,
      reached: `${megabytes(left.residentBytes)} resident; ${megabytes(left.keptBytes)} kept after a collection, ${megabytes(keptBeforeBytes)} before the flood`,
      wanted: `≤ ${megabytes(LEFT_BYTES)} resident`,
      met: left.residentBytes <= LEFT_BYTES,
    },
  ]
}

/** Small areas beside each other, one a second. */
function ownAreas(seconds: number): string[] {
  return Array.from({ length: seconds }, (_, n) =>
    livePath({ lat: CENTRE.lat, lng: Number((CENTRE.lng - 0.02 + n * 0.0005).toFixed(4)) }, 500),
  )
}

const livePath = ({ lat, lng }: { lat: number; lng: number }, radius: number) =>
  `/api/live?position=${lat},${lng}&radius=${radius}&every=5`

const megabytes = (bytes: number) => `${formatNumber(bytes / 1e6)} MB`
