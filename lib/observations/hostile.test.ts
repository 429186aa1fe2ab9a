import fc from 'fast-check'
import { expect, it } from 'vitest'
import { observedGapNames } from '@/lib/interface/gaps'
import { endpoints } from '@/lib/upstream/endpoints'
import { isKeyWord } from './observed-gaps'
import { createObservations } from './recorder'

const search = { position: { lat: 51.5, lng: -0.1 }, radius: 1000, limit: 1000, type: null, cursor: null }
const calls = [
  endpoints.search(search),
  endpoints.vehicle('v-7'),
  endpoints.vehicleByOurRef('Bay 4'),
  endpoints.vehicleStatus('v-7'),
  endpoints.exampleVehicle(),
  endpoints.exampleBooking(),
]

it('notes whatever JSON comes, and fails of none', () => {
  const seen = createObservations(() => 0)
  fc.assert(
    fc.property(fc.constantFrom(...calls), fc.jsonValue(), (call, answer) => {
      seen.onAnswer(call, answer)
      seen.onAnswer(call, { vehicles: [answer, { id: 'v', type: answer, position: answer, mtime: answer }] })
      seen.onAnswer(call, { query: answer, next_cursor: answer, total: answer, vehicles: [] })
      seen.onAnswer(call, { vehicle: { id: 'v', functions: answer, when: answer, totals: answer } })
    }),
  )
  for (const name of observedGapNames) {
    expect(seen.read().gaps[name].answers.length).toBeLessThanOrEqual(100)
    for (const { value } of seen.read().gaps[name].answers) expect(value.length).toBeLessThanOrEqual(400)
  }
})

it.each(['available', 'on_trip', 'wheelchair_taxi', 'out of service', 'A/C', 'занят', '24h', 'v2.1'])(
  'takes %s for a key word',
  (text) => expect(isKeyWord(text)).toBe(true),
)

it.each([
  'Ada Lovelace',
  'ada@fleet.example',
  '+44 7700 900123',
  '07700900123',
  'LN64 2041',
  'a'.repeat(41),
  '',
])('takes %j for none', (text) => expect(isKeyWord(text)).toBe(false))

it('keeps nothing of a text that is no key word', () => {
  const seen = createObservations(() => 0)
  seen.onAnswer(endpoints.search(search), {
    vehicles: [{ id: 'v-7', status: 'taken by Ada Lovelace', functions: ['ada@fleet.example'] }],
  })
  const { gaps } = seen.read()
  expect(gaps.vehicle_status.answers).toMatchObject([{ value: 'another text', kind: 'form', count: 1 }])
  expect(JSON.stringify(gaps)).not.toMatch(/Ada|ada@/)
})

it('keeps a hundred answers of a gap, and counts the rest', () => {
  const seen = createObservations(() => 0)
  const word = (n: number) =>
    `type-${'abcdefghij'[Math.floor(n / 10) % 10]}${'abcdefghij'[n % 10]}${n > 99 ? 'x' : ''}`
  const vehicles = Array.from({ length: 120 }, (_, n) => ({ id: `v-${n}`, type: word(n) }))
  seen.onAnswer(endpoints.search(search), { vehicles })
  const { answers, more } = seen.read().gaps.vehicle_type
  expect([answers.length, more]).toEqual([100, 20])
})

it('keeps names of fields in an error’s body, not what is data', async () => {
  const seen = createObservations(() => 0)
  const body = { error: { 'ada@fleet.example': 'no such driver Ada', code: 7, list: [{ field: 'x' }] } }
  await seen.onRefusal(calls[1] as (typeof calls)[number], Response.json(body, { status: 400 }))
  expect(seen.read().gaps.error_body.answers.map(({ value }) => value)).toEqual([
    '400 application/json {error: {…: text, code: number, list: [{…}]}}',
  ])
})

it('keeps our key nowhere, wherever the service echoes it', async () => {
  const key = 'kWordLikeSecret'
  const seen = createObservations(
    () => 0,
    () => key,
  )
  seen.onAnswer(endpoints.search(search), {
    query: `${key}=1`,
    next_cursor: key,
    vehicles: [{ id: 'v-1', type: key, status: `key-${key}`, functions: [btoa(key)] }],
  })
  const refusal = Response.json({ [key]: { [key]: 1 } }, { status: 401, headers: { 'x-ratelimit-key': key } })
  seen.onResponse(calls[0] as (typeof calls)[number], refusal)
  await seen.onRefusal(calls[0] as (typeof calls)[number], refusal)
  const text = JSON.stringify(seen.read())
  expect(text).toContain('[secret]')
  for (const spelling of [key, btoa(key), btoa(key).replace(/=+$/, '')]) expect(text).not.toContain(spelling)
})

it('reads little of a long body and lets go of the rest', async () => {
  const seen = createObservations(() => 0)
  let [sent, cancelled] = [0, false]
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(1024).fill(32 + (sent++ % 2))),
    cancel: () => {
      cancelled = true
    },
  })
  await seen.onRefusal(calls[0] as (typeof calls)[number], new Response(body, { status: 500 }))
  expect(seen.read().gaps.error_body.answers[0]?.value).toBe('500 no content type, 4096 bytes or more')
  expect(cancelled).toBe(true)
  expect(sent).toBeLessThan(10)
})

it('counts, and remembers the first and the last time', () => {
  let nowMs = Date.UTC(2025, 0, 1, 12)
  const seen = createObservations(() => nowMs)
  const page = {
    vehicles: [
      { id: 'v-1', type: 'taxi' },
      { id: 'v-2', type: 'taxi' },
    ],
  }
  seen.onAnswer(endpoints.search(search), page)
  nowMs += 60_000
  seen.onAnswer(endpoints.search(search), page)
  expect(seen.read().gaps.vehicle_type.answers).toEqual([
    {
      value: 'taxi',
      kind: 'word',
      count: 4,
      firstSeenAt: '2025-01-01T12:00:00.000Z',
      lastSeenAt: '2025-01-01T12:01:00.000Z',
    },
  ])
})
