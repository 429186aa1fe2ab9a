import { expect, test } from 'vitest'
import { UNCONFIRMED_MAXIMUM_MS } from '@/lib/api/contract/live'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import { createDemoFleet } from '@/lib/reference/demo/demo-fleet'
import type { GapAnswers } from '@/lib/reference/gaps'
import { createReferenceService } from '@/lib/reference/service'
import { createTestClock, settle } from '@/lib/testing/clock'
import { createTestHub, plainEncryption } from '@/lib/testing/live/coordinator'
import {
  AREA,
  areasOverFleet,
  createTestService,
  failing,
  liveOver,
  pagesOf,
  streamRequest,
} from '@/lib/testing/live/live-area'
import { browse, type TestBrowser } from '@/lib/testing/live/live-browser'
import { clientOf } from '@/lib/testing/servers'
import { FETCHED_AT, vehicle } from '@/lib/testing/vehicles'
import { fixedKey } from '@/lib/upstream/http/key-source'
import { clusterOver } from './cluster/cluster'
import { STATUS_CALLS_MAXIMUM } from './polling/status-answers'

const settings = { pageSize: 10, vehiclesMaximum: 1000, intervalSeconds: 5 }

const unconfirmedIn = (list: TestBrowser['list']) =>
  [...list.values()].flatMap(({ id, unconfirmedSinceMs }) =>
    typeof unconfirmedSinceMs === 'number' ? id : [],
  )

/**
 * Areas over 30 vehicles in three pages, of which the second begins with a row of the first
 * instead of the vehicles missed.
 */
function areasThatMiss(
  status: (id: string) => VehicleSearchObject | Promise<VehicleSearchObject> = (id) => vehicle(id),
) {
  const clock = createTestClock()
  const fleet = Array.from({ length: 30 }, (_, index) => vehicle(`v-${index}`))
  const missed = new Set<string>()
  const service = createTestService(
    clock,
    (search) => {
      const page = pagesOf(fleet, search)
      const vehicles = page.vehicles?.filter(({ id }) => !missed.has(id)) ?? []
      const isShifted = missed.size > 0 && search.cursor === '10'
      return { ...page, vehicles: isShifted ? [fleet[9]!, ...vehicles] : vehicles }
    },
    status,
  )
  const live = liveOver(service, clock, { settings })
  const browser = browse(live.subscribe(streamRequest()))
  const miss = (ids: readonly string[]) => {
    missed.clear()
    for (const id of ids) missed.add(id)
  }
  return { clock, fleet, miss, service, live, browser }
}

const MANY = ['v-12', 'v-13', 'v-14', 'v-15', 'v-16', 'v-17', 'v-18']

test('a service that loses vehicles between pages without a sign is never believed', async () => {
  const clock = createTestClock()
  const fleet = Array.from({ length: 30 }, (_, index) => vehicle(`v-${index}`))
  let sweeps = 0
  const service = createTestService(
    clock,
    (search) => {
      if (search.cursor === null) sweeps += 1
      // Two others each time, as by a cursor that names a value; it gives no total.
      const lost = new Set(sweeps > 1 ? [10 + (sweeps % 20), 10 + ((sweeps + 7) % 20)] : [])
      const page = pagesOf(fleet, search)
      const vehicles = page.vehicles?.filter(({ id }) => !lost.has(Number(id.slice(2))))
      return { ...page, vehicles: vehicles ?? [], total: null }
    },
    (id) => vehicle(id),
  )
  const browser = browse(liveOver(service, clock, { settings }).subscribe(streamRequest()))
  await clock.advance(1000 + 20 * 5000)
  expect(browser.deltas.flatMap(({ removed }) => removed)).toEqual([])
  expect(browser.list.size).toBe(30)
})

test('once five vehicles that settled sweeps lacked were gone, the next settled sweep removes all', async () => {
  const { clock, fleet, service, live } = areasOverFleet(30, { settings })
  const browser = browse(live.subscribe(streamRequest()))
  await clock.advance(1000)
  fleet.splice(12, 7)
  await clock.advance(5000)
  expect(service.statusIds).toHaveLength(STATUS_CALLS_MAXIMUM)
  expect(unconfirmedIn(browser.list)).toEqual(['v-17', 'v-18'])
  expect(browser.meta).toMatchObject({ isSettled: false })
  await clock.advance(5000)
  expect(browser.list.size).toBe(23)
  expect(browser.meta).toMatchObject({ isSettled: true })
  fleet.splice(0, 10)
  await clock.advance(5000)
  expect(browser.list.size).toBe(13)
})

test('a service that refuses /status is believed as before', async () => {
  const { clock, fleet, service, live } = areasOverFleet(30, { settings })
  service.client.getVehicleStatus = async () => {
    throw failing('upstream-forbidden', { status: 403 })
  }
  const browser = browse(live.subscribe(streamRequest()))
  await clock.advance(1000)
  fleet.splice(12, 5)
  await clock.advance(5000)
  expect(browser.list.size).toBe(30)
  await clock.advance(5000)
  expect(browser.list.size).toBe(25)
})

test('vehicles that cross the edge of the circle and back are no reason to disbelieve', async () => {
  const { clock, fleet, service, live } = areasOverFleet(30, { settings })
  const onEdge = { lat: AREA.position.lat + 900 / 111_195, lng: AREA.position.lng }
  const browser = browse(live.subscribe(streamRequest()))
  await clock.advance(1000)
  fleet.splice(12, 5)
  await clock.advance(10_000)
  const [away] = fleet.splice(0, 1)
  service.client.getVehicleStatus = async (id) => {
    const record = vehicle(id, { position: onEdge })
    return { data: { record, unreadable: [], raw: {} }, dropped: 0, fetchedAt: FETCHED_AT }
  }
  await clock.advance(5000)
  fleet.push(away!)
  await clock.advance(5000)
  expect(browser.departures.at(-1)).toMatchObject({ id: away!.id, reason: 'not-listed' })
  fleet.splice(0, 1)
  await clock.advance(5000)
  expect(browser.list.size).toBe(24)
})

test('an unsettled sweep removes nothing: /status confirms five, the rest are marked until a list has them', async () => {
  const { clock, miss, service, live, browser } = areasThatMiss()
  await clock.advance(1000)
  miss(MANY)
  await clock.advance(5000)
  expect(service.statusIds).toEqual(MANY.slice(0, STATUS_CALLS_MAXIMUM))
  expect(browser.meta).toMatchObject({ incomplete: null, isSettled: false, loaded: 30 })
  expect(browser.list.size).toBe(30)
  expect(unconfirmedIn(browser.list)).toEqual(MANY.slice(5))
  const late = browse(live.subscribe(streamRequest()))
  await clock.advance(0)
  expect([...late.list]).toEqual([...browser.list])

  // Those unseen for the longest first.
  await clock.advance(5000)
  expect(service.statusIds.slice(5, 7)).toEqual(MANY.slice(5))
  miss([])
  await clock.advance(5000)
  expect(browser.meta).toMatchObject({ isSettled: true })
  expect(unconfirmedIn(browser.list)).toEqual([])
  expect(browser.deltas.flatMap(({ removed }) => removed)).toEqual([])
})

test('what /status says of a missed vehicle is shown, and one that left goes at once', async () => {
  const far = { lat: 52, lng: -0.1 }
  const { clock, fleet, miss, browser } = areasThatMiss((id) => {
    if (id === 'v-12') return vehicle(id, { position: far })
    if (id === 'v-13') throw failing('not-found', { status: 404 })
    if (id === 'v-14') return vehicle(id, { status: 'busy' })
    if (id === 'v-15') return vehicle(id, { status: 'off' })
    return vehicle(id, { price_per_km: 9 })
  })
  fleet[0] = vehicle('v-0', { status: 'busy' })
  await clock.advance(1000)
  miss(MANY.slice(0, 5))
  await clock.advance(5000)
  expect(browser.deltas.flatMap(({ removed }) => removed)).toEqual(['v-12', 'v-13', 'v-15'])
  // Others are listed as busy, none as off.
  expect(browser.departures.map(({ id, reason }) => [id, reason])).toEqual([
    ['v-12', 'left-area'],
    ['v-13', 'not-found'],
    ['v-15', 'status-changed'],
  ])
  expect(browser.list.get('v-14')).toMatchObject({ status: 'busy' })
  expect(browser.list.get('v-16')).toMatchObject({ price_per_km: 9 })
  expect(unconfirmedIn(browser.list)).toEqual([])
})

test('vehicles that are not listed again, and of which /status says nothing, go after ten minutes', async () => {
  const { clock, miss, browser } = areasThatMiss(() => {
    throw failing('upstream-timeout')
  })
  await clock.advance(1000)
  miss(['v-12', 'v-13'])
  await clock.advance(UNCONFIRMED_MAXIMUM_MS)
  expect(unconfirmedIn(browser.list)).toEqual(['v-12', 'v-13'])
  await clock.advance(10_000)
  expect(browser.deltas.flatMap(({ removed }) => removed)).toEqual(['v-12', 'v-13'])
})

test('an incomplete sweep confirms and removes nothing, and asks no /status', async () => {
  const { clock, fleet, miss, service, browser } = areasThatMiss(() => {
    throw failing('upstream-timeout')
  })
  await clock.advance(1000)
  miss(['v-12'])
  await clock.advance(5000)
  expect(unconfirmedIn(browser.list)).toEqual(['v-12'])
  const asked = service.statusIds.length
  fleet.push(...Array.from({ length: 1000 }, (_, index) => vehicle(`w-${index}`)))
  await clock.advance(5000)
  expect(browser.meta?.incomplete).toBe('cap')
  expect(unconfirmedIn(browser.list)).toEqual(['v-12'])
  expect(service.statusIds).toHaveLength(asked)
})

test('another node that sweeps goes on with what is not confirmed, and with its ten minutes', async () => {
  const clock = createTestClock()
  const fleet = Array.from({ length: 30 }, (_, index) => vehicle(`v-${index}`))
  let isMissing = false
  const service = createTestService(
    clock,
    (search) => {
      const page = pagesOf(fleet, search)
      if (!isMissing || search.cursor !== '10') return page
      return { ...page, vehicles: [fleet[9]!, ...(page.vehicles?.slice(1) ?? [])] }
    },
    () => {
      throw failing('upstream-timeout')
    },
  )
  const hub = createTestHub(clock)
  const nodeOf = (name: string) =>
    liveOver(service, clock, {
      settings,
      newEpoch: () => name,
      cluster: clusterOver(hub.connect(name), plainEncryption),
    })
  const first = browse(nodeOf('a').subscribe(streamRequest()))
  await clock.advance(1000)
  const second = browse(nodeOf('b').subscribe(streamRequest()))
  await clock.advance(1000)
  isMissing = true
  await clock.advance(UNCONFIRMED_MAXIMUM_MS / 2)
  expect(unconfirmedIn(second.list)).toEqual(['v-10'])
  const { unconfirmedSinceMs } = second.list.get('v-10')!
  await first.disconnect()
  await clock.advance(UNCONFIRMED_MAXIMUM_MS / 4)
  expect(second.list.get('v-10')).toMatchObject({ unconfirmedSinceMs })
  await clock.advance(UNCONFIRMED_MAXIMUM_MS / 4 + 20_000)
  expect(second.list.has('v-10')).toBe(false)
})

/** Long enough for vehicles to overtake each other on the way from the centre. */
const PAGE_MS = 800

// Nearly all of the vehicles drive, and none can leave the circle.
test.each<Partial<GapAnswers>>([
  { pages: 'moving' },
  { pages: 'moving', total: 'rounded' },
  { pages: 'moving', total: 'absent' },
  { pages: 'random' },
])('of a service with %j, no vehicle is taken off the map in 75 seconds', async (gaps) => {
  const clock = createTestClock()
  const fleet = createDemoFleet({ centre: { lat: 51.509865, lng: -0.118092 }, vehicles: 300 })
  const send = createReferenceService({ fleet, keys: [{ key: 'k' }], now: clock.now, gaps })
  const client = clientOf('http://reference.localhost', {
    async send(request) {
      await new Promise<void>((resolve) => clock.after(PAGE_MS, resolve))
      return send(request)
    },
    key: fixedKey('k'),
    now: clock.now,
  })
  const live = liveOver({ client }, clock, { settings: { ...settings, pageSize: 50 } })
  const area = { position: fleet.centre, radius: 40_000, type: null }
  const browser = browse(live.subscribe(streamRequest({ area })))
  let unsettled = 0
  for (let second = 0; second < 75; second++) {
    await clock.advance(1000)
    // Answers take macrotasks, which the test clock does not wait for.
    await settle()
    await settle()
    if (browser.meta?.isSettled === false) unsettled++
  }
  expect(browser.deltas.length).toBeGreaterThan(5)
  expect(unsettled).toBeGreaterThan(0)
  expect(browser.deltas.flatMap(({ removed }) => removed)).toEqual([])
  expect(browser.list.size).toBe(300)
})
