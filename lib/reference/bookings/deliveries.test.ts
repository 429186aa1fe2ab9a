import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDemoFleet } from '@/lib/reference/demo/demo-fleet'
import type { Fleet } from '@/lib/reference/fleets/fleet'
import type { GapAnswers } from '@/lib/reference/gaps'
import { LONDON, START_MS } from '@/lib/testing/reference-service'
import { bookingChanges, createDeliveries } from './deliveries'

const URL_OF_HOOK = 'http://127.0.0.1:9/hooks/token'
const fleet = createDemoFleet({ centre: LONDON, vehicles: 40, hooks: URL_OF_HOOK })
const MINUTES_MS = 10 * 60_000
const part = (fromMs: number, toMs: number) => bookingChanges(fleet, { fromMs, toMs, vehicles: 40 })
const changes = part(START_MS, START_MS + MINUTES_MS)

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

type Sent = { url: string; contentType: string; text: string }

/** Ten minutes of deliveries to an endpoint that gives these statuses in turn, then 200. */
async function deliver(
  gaps: Partial<GapAnswers> = {},
  statuses: readonly number[] = [],
  of: Fleet = fleet,
) {
  const sent: Sent[] = []
  const left = [...statuses]
  const onGivenUp = vi.fn()
  let nowMs = START_MS
  const post = async (url: unknown, init?: RequestInit) => {
    const headers = init?.headers as Record<string, string>
    sent.push({
      url: String(url),
      contentType: headers['content-type'] ?? '',
      text: String(init?.body),
    })
    return new Response(null, { status: left.shift() ?? 200 })
  }
  const deliveries = createDeliveries({ fleet: of, gaps, onGivenUp, now: () => nowMs, fetch: post })
  nowMs += MINUTES_MS
  const done = deliveries.send()
  await vi.advanceTimersByTimeAsync(300_000)
  await done
  return { sent, onGivenUp }
}

const bookingOf = ({ text }: Sent) => JSON.parse(text).booking as { id: string; status: string }
const hasHook = (index: number | null) =>
  index !== null && fleet.record(index, START_MS).facts.webhooks !== undefined
const created = changes.filter(({ createdFor }) => hasHook(createdFor)).length

test('every change is delivered once, a new booking to its vehicle’s webhook too', async () => {
  const { sent } = await deliver()
  expect(created).toBeGreaterThan(10)
  expect(sent.length).toBe(changes.length + created)
  const webhooks = { booking_status_changed: URL_OF_HOOK }
  expect(bookingOf(sent[0]!)).toMatchObject({ status: 'pending', webhooks })
})

test('nothing is delivered but to addresses that the records name, of vehicles and bookings each its own', async () => {
  type Hooks = Record<string, string>
  const [withCreation, withStatus] = changes.flatMap(({ createdFor }) => createdFor ?? [])
  const named: Fleet = {
    ...fleet,
    record(index, nowMs) {
      const record = fleet.record(index, nowMs)
      const created: Hooks = { 'vehicle-booking-create': 'https://b.example/v' }
      return {
        ...record,
        facts: { ...record.facts, webhooks: index === withCreation ? created : {} },
      }
    },
    bookingLife(index, nowMs) {
      const life = fleet.bookingLife?.(index, nowMs)
      if (!life) return null
      const webhooks: Hooks =
        index === withStatus ? { booking_status_changed: 'https://b.example/b' } : {}
      return { ...life, booking: { ...life.booking, webhooks } }
    },
    bookingsAhead: () => [],
  }
  const { sent } = await deliver({ webhookForm: 'event-data' }, [], named)
  const told = new Set(sent.map(({ url, text }) => `${url} ${JSON.parse(text).event}`))
  expect([...told].sort()).toEqual([
    'https://b.example/b booking_status_changed',
    'https://b.example/v vehicle_booking_create',
  ])
})

test('what happened in two calls is what happened in one', () => {
  const middleMs = START_MS + 123_456
  expect([...part(START_MS, middleMs), ...part(middleMs, START_MS + MINUTES_MS)]).toEqual(changes)
})

test("one booking's changes arrive in their order, also when the first has to be repeated", async () => {
  const { sent } = await deliver({}, [503])
  const { id } = bookingOf(sent[0]!)
  const deliveries = changes.filter(({ booking }) => booking.id === id)
  const isNamedByVehicle = deliveries.some(({ createdFor }) => hasHook(createdFor))
  const statuses = sent
    .filter((one) => bookingOf(one).id === id)
    .map((one) => bookingOf(one).status)
  const pending = isNamedByVehicle ? 3 : 2
  expect(statuses.slice(0, pending)).toEqual(Array(pending).fill('pending'))
  expect(statuses.slice(pending)).toEqual(deliveries.slice(1).map(({ booking }) => booking.status))
})

test.each([
  [[503, 500], 2],
  [[404], 0],
])('answers %j lead to %i more attempts', async (statuses, more) => {
  const { sent, onGivenUp } = await deliver({}, statuses)
  expect(sent.length).toBe(changes.length + created + more)
  expect(onGivenUp).not.toHaveBeenCalled()
})

test('after four failures a delivery is given up, with the status', async () => {
  const all = Array.from({ length: 4 * (changes.length + created) }, () => 502)
  const { sent, onGivenUp } = await deliver({}, all)
  expect(sent.length).toBe(all.length)
  expect(onGivenUp).toHaveBeenCalledTimes(changes.length + created)
  expect(onGivenUp).toHaveBeenCalledWith('status 502')
})

test('sometimes doubled, late and shuffled: nothing is missing, and the order differs', async () => {
  const odd = {
    webhookDoubled: 'sometimes',
    webhookLate: 'sometimes',
    webhookOrder: 'shuffled',
  } as const
  const { sent } = await deliver(odd)
  const kept = await deliver()
  const texts = (of: readonly Sent[]) => of.map(({ text }) => text)
  expect(new Set(texts(sent))).toEqual(new Set(texts(kept.sent)))
  expect(sent.length).toBeGreaterThan(kept.sent.length)
  expect(texts(sent).slice(0, 20)).not.toEqual(texts(kept.sent).slice(0, 20))
})

test.each([
  ['bare', 'underscores', /^\{"id":"b/],
  ['wrapped', 'underscores', /^\{"booking":\{"id":"b/],
  ['event-data', 'underscores', /^\{"event":"vehicle_booking_create","data":\{"id":"b/],
  ['event-data', 'hyphens', /^\{"event":"vehicle-booking-create","data":\{"id":"b/],
  ['form-encoded', 'hyphens', /^event=vehicle-booking-create&booking=%7B%22id%22/],
] as const)('form %s with %s', async (form, spelling, text) => {
  const { sent } = await deliver({ webhookForm: form, webhookSpelling: spelling })
  const type = form === 'form-encoded' ? 'application/x-www-form-urlencoded' : 'application/json'
  expect(sent.find((one) => text.test(one.text))?.contentType).toBe(type)
})

test('mixed forms and spellings are all of them', async () => {
  const { sent } = await deliver({ webhookForm: 'mixed', webhookSpelling: 'mixed' })
  const forms = [/^event=/, /^\{"id":/, /^\{"booking":/, /^\{"event":"book/]
  for (const form of [...forms, /booking-status-changed/, /booking_status_changed"/])
    expect([form, sent.some(({ text }) => form.test(text))]).toEqual([form, true])
})
