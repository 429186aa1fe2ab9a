import type { SuitePart } from '@/e2e/runner/suite'
import type { ResultTable } from '@/e2e/runner/table'
import { startProcess } from '@/e2e/support/dashboard'
import { formatCount } from '@/e2e/support/statistics'
import { checkLive } from './check'
import { createSteppingFleet, STEP_MS } from './fleet'
import { measureFlood } from './flood'
import { openLoadProcess } from './load-process'
import { watchRows } from './rows'
import { openCountedService } from './upstream'
import { measureWatch, type Watched, type WatchTarget } from './watch'

const CENTRE = { lat: 51.5, lng: -0.1 }
const VEHICLES = 10_000
const SPREAD_METRES = 3000
const WHOLE_METRES = 5000
const SMALL_METRES = 500
const REFRESHES = 6

/** Dispatchers, and how many areas they watch. */
const crowds = [
  { readers: 200, areas: 1 },
  { readers: 1000, areas: 1 },
  { readers: 1000, areas: 50 },
]

/** The dashboard as `npm start` runs it, on a service on a socket. */
export const serverBench: SuitePart = async ({ quick, log }) => {
  const fleet = createSteppingFleet(VEHICLES, CENTRE, SPREAD_METRES)
  const service = await openCountedService(fleet)
  const dashboard = startProcess({
    ...service.env,
    NODE_ENV: 'production',
    LIVE_PAGE_SIZE: '1000',
    // All dispatchers come from one address here.
    LIVE_STREAMS_MAXIMUM: '10000',
    LIVE_ADDRESS_SHARE_PERCENT: '100',
  })
  const load = openLoadProcess()
  try {
    const { port } = new URL(await dashboard.url)
    const target: WatchTarget = {
      port: Number(port),
      pid: dashboard.pid,
      service,
      load,
    }
    const whole = { fleet, centre: CENTRE, radius: WHOLE_METRES }
    await checkLive(`http://127.0.0.1:${port}${livePath(CENTRE, WHOLE_METRES)}`, whole, service)
    const watched: Watched[] = []
    for (const { readers, areas } of quick ? crowds.slice(0, 1) : crowds) {
      log(`server: ${formatCount(readers)} dispatchers, ${areas === 1 ? 'one area' : `${areas} areas`} …`)
      const paths =
        areas === 1
          ? [livePath(CENTRE, WHOLE_METRES)]
          : gridOf(areas).map((place) => livePath(place, SMALL_METRES))
      watched.push(await measureWatch(target, { paths, readers, refreshes: quick ? 3 : REFRESHES }, STEP_MS))
    }
    const flood = await measureFlood(quick ? 20 : 60, log)
    return table([...watchRows(watched), ...flood])
  } finally {
    load.close()
    await dashboard.stop()
    await service.close()
  }
}

const table = (rows: ResultTable['rows']): ResultTable => ({
  title: 'Server: 10,000 vehicles, of which a tenth moves every 5 s',
  rows,
})

const livePath = ({ lat, lng }: { lat: number; lng: number }, radius: number) =>
  `/api/live?position=${lat},${lng}&radius=${radius}&every=5`

function gridOf(count: number) {
  return Array.from({ length: count }, (_, n) => ({
    lat: Number((CENTRE.lat - 0.02 + 0.005 * Math.floor(n / 10)).toFixed(4)),
    lng: Number((CENTRE.lng - 0.03 + 0.006 * (n % 10)).toFixed(4)),
  }))
}
