import { expect, test } from 'vitest'
import type { DataFrom } from '@/lib/api/client/call'
import { ARRIVED_MAXIMUM, type ArrivedBooking } from '@/lib/api/contract/webhooks'
import { openAccess } from '@/lib/auth/access'
import type { AuditEvent } from '@/lib/auth/audit'
import { apiOver } from '@/lib/testing/api'
import { dataOf } from '@/lib/testing/auth'
import { createTestClock } from '@/lib/testing/clock'
import { webhooksWith } from '@/lib/testing/webhooks'
import { withholdTokens } from '@/lib/webhooks/tokens'

const webhooks = await webhooksWith([
  { booking: { id: 'b-1', status: 'done', vehicle_id: 'v-1', customer_name: 'Canary' } },
  {
    booking: {
      id: 'b-2',
      status: 'accepted',
      vehicle_our_ref: 'KB-1',
      our_ref: 'JOB-2',
      from_label: 'Canary 4',
    },
  },
  { booking: { id: 'b-3', status: 'pending', vehicle_id: 'v-2', customer_name: 'Canary' } },
  { booking_id: 'b-4', status: 'pending' },
])

const audited: AuditEvent[] = []
const api = apiOver({
  webhooks: async () => webhooks,
  access: async () => ({ ...openAccess, record: async (_, event) => void audited.push(event) }),
  namesOf: async (id) =>
    ({
      'v-known': { our_ref: 'KB-1', licence_plate: null, active_booking_id: 'b-4' },
      'v-2': { our_ref: ' ', licence_plate: 'STX 9094', active_booking_id: null },
    })[id] ?? null,
})

async function ofVehicle(vehicleId: string, query = '') {
  const request = new Request(`http://127.0.0.1/api/vehicles/${vehicleId}/bookings${query}`)
  const response = await api(request)
  const text = await response.text()
  expect(text).not.toContain('Canary')
  const data: DataFrom<'GET /api/vehicles/{vehicleId}/bookings'> = JSON.parse(text).data
  return { status: response.status, data }
}
const idsOf = async (vehicleId: string, query?: string) =>
  (await ofVehicle(vehicleId, query)).data.bookings.map(({ id }) => id)

test('bookings that name a vehicle by its id or its reference, the newest first, the active one before all', async () => {
  expect(await idsOf('v-1')).toEqual(['b-1'])
  expect(await idsOf('v-1', '?our_ref=KB-1')).toEqual(['b-2', 'b-1'])
  expect(await idsOf('v-1', '?our_ref=KB-1&active_booking_id=b-1')).toEqual(['b-1', 'b-2'])
  expect(await idsOf('v-9', '?active_booking_id=b-4')).toEqual(['b-4'])
  expect(await idsOf('v-9', '?active_booking_id=none')).toEqual([])
  const { data } = await ofVehicle('v-9', '?our_ref=KB-1')
  expect(data.bookings).toEqual([
    {
      key: expect.stringMatching(/^[\w-]{22}$/),
      id: 'b-2',
      ourRef: 'JOB-2',
      status: 'accepted',
      isOrderKnown: true,
      isActive: false,
      firstReceivedAt: '2026-05-01T08:30:01.000Z',
      lastReceivedAt: '2026-05-01T08:30:01.000Z',
    },
  ])
})

test('without names the directory’s count, where it knows the vehicle', async () => {
  const { data } = await ofVehicle('v-known')
  expect(data.bookings.map(({ id, isActive }) => [id, isActive])).toEqual([
    ['b-4', true],
    ['b-2', false],
  ])
  expect(await idsOf('v-known', '?our_ref=KB-9')).toEqual([])
})

test('what is no vehicle, or an unknown parameter, is refused', async () => {
  expect((await ofVehicle('by-our-ref')).status).toBe(400)
  expect((await ofVehicle('v-1', '?vehicle=v-1')).status).toBe(400)
})

const arrived = (rest = '') => new Request(`http://127.0.0.1/api/bookings/arrived${rest}`)

test('a vehicle that a booking names by its id has the call sign of the directory', async () => {
  const { bookings } = await dataOf(await api(arrived()))
  const callSigns = bookings.map(({ id, vehicleCallSign }: ArrivedBooking) => [id, vehicleCallSign])
  expect(callSigns).toEqual([
    ['b-4', null],
    ['b-3', 'STX 9094'],
    ['b-2', null],
    ['b-1', null],
  ])
  const [, { key }] = bookings
  const { booking } = await dataOf(await api(arrived(`/${key}`)))
  expect(booking.vehicleCallSign).toBe('STX 9094')
  audited.length = 0
})

test('the list and what changed since are audited alike, and so is one booking', async () => {
  const { bookings } = await dataOf(await api(arrived()))
  expect(bookings.map(({ id }: { id: string }) => id)).toEqual(['b-4', 'b-3', 'b-2', 'b-1'])
  expect(audited.splice(0).map(({ subject }) => subject)).toEqual(['arrived bookings'])
  await api(arrived('?after=0'))
  expect(audited.splice(0).map(({ subject }) => subject)).toEqual(['arrived bookings'])
  const [{ key }] = bookings
  await api(arrived(`/${key}`))
  expect(audited).toMatchObject([{ action: 'open-record', subject: `arrived booking ${key}` }])
})

test('what no role sees is removed from records and bodies alike', async () => {
  const url = `https://kerbside.example/hooks/${'a'.repeat(43)}`
  const record = {
    id: 'b-1',
    status: 'done',
    when: 'now',
    webhooks: { booking_status_changed: url },
  }
  const webhooksOf = await webhooksWith([{ booking: record }])
  const withheld = apiOver({
    webhooks: async () => webhooksOf,
    withhold: (json) => withholdTokens(json, async () => () => 't-1'),
  })
  const list = await (await withheld(arrived())).text()
  const data = await dataOf(await withheld(arrived(`/${JSON.parse(list).data.bookings[0].key}`)))
  expect(data.deliveries[0]).toMatchObject({ body: expect.stringContaining('"booking":') })
  for (const text of [list, JSON.stringify(data)]) {
    expect(text).toContain('https://kerbside.example/hooks/token-withheld')
    expect(text).not.toContain('aaa')
  }
})

test('the list is read on from where an answer ends; another text than its `older` is refused', async () => {
  const many = await webhooksWith(
    Array.from({ length: ARRIVED_MAXIMUM + 1 }, (_, n) => ({
      booking_id: `b-${n}`,
      status: 'new',
    })),
  )
  const paged = apiOver({ webhooks: async () => many })
  const first = await dataOf(await paged(arrived()))
  expect([first.bookings.length, first.bookings[0].id, first.total]).toEqual([
    1_000,
    'b-1000',
    1_001,
  ])
  const last = await dataOf(await paged(arrived(`?before=${first.older}`)))
  expect([last.bookings.map(({ id }: { id: string }) => id), last.older]).toEqual([['b-0'], null])
  expect((await paged(arrived('?before=yesterday'))).status).toBe(400)
})

test('deliveries without a booking are counted beside the list, every five seconds', async () => {
  const inbox = await webhooksWith([{ note: 'no booking' }, 'neither'])
  const clock = createTestClock()
  const counting = apiOver({ webhooks: async () => inbox, clock })
  const count = async () => (await dataOf(await counting(arrived('?after=0')))).unrecognised
  expect(await count()).toBe(2)
  const received = {
    id: 'd-9',
    tokenId: 't-1',
    receivedAtMs: 0,
    contentType: null,
    headers: [],
    body: '',
  }
  await inbox.inbox.store([received])
  await clock.advance(4_999)
  expect(await count()).toBe(2)
  await clock.advance(1)
  expect(await count()).toBe(3)
  const more = Array.from({ length: 200 }, (_, n) => ({ ...received, id: `more-${n}` }))
  await inbox.inbox.store(more)
  const answer = await counting(new Request('http://127.0.0.1/api/webhooks/unrecognised'))
  const { deliveries, total } = await dataOf(answer)
  expect([deliveries.length, total]).toEqual([200, 203])
})
