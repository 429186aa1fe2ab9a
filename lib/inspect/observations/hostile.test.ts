import fc from 'fast-check'
import { expect, it } from 'vitest'
import { observedGapNames } from '@/lib/interface/gaps'
import { isKeyWord } from './observed-gaps'
import { createObservationRecorder, type ObservedCall } from './recorder'

const query = new URLSearchParams({ position: '51.5,-0.1', radius: '1000', limit: '1000' })
const search: ObservedCall = { endpoint: '/vehicles', query, looksUp: false }
const vehicle: ObservedCall = { endpoint: '/vehicles/{vehicle_id}', looksUp: true }
const calls: readonly ObservedCall[] = [
  search,
  vehicle,
  { endpoint: '/vehicles/by-our-ref', looksUp: true },
  { endpoint: '/vehicles/{vehicle_id}/status', looksUp: true },
  { endpoint: '/vehicles/example', looksUp: false },
  { endpoint: '/bookings/example', looksUp: false },
]

it('accepts any JSON', () => {
  const recorder = createObservationRecorder(() => 0)
  fc.assert(
    fc.property(fc.constantFrom(...calls), fc.jsonValue(), (call, answer) => {
      recorder.onAnswer(call, answer)
      const row = { id: 'v', type: answer, position: answer, mtime: answer }
      recorder.onAnswer(call, { vehicles: [answer, row] })
      recorder.onAnswer(call, { query: answer, next_cursor: answer, total: answer, vehicles: [] })
      recorder.onAnswer(call, {
        vehicle: { id: 'v', functions: answer, when: answer, totals: answer },
      })
    }),
  )
  for (const name of observedGapNames) {
    const { answers } = recorder.read().gaps[name]
    expect(answers.length).toBeLessThanOrEqual(100)
    for (const { value } of answers) expect(value.length).toBeLessThanOrEqual(400)
  }
})

it('names what stands beside a record, and several records, without their data', () => {
  const recorder = createObservationRecorder(() => 0)
  const record = { id: 'v-7', make: 'Ada’s' }
  recorder.onAnswer(vehicle, { data: record, meta: { by: 'Ada' }, 'ada@fleet.example': 1 })
  recorder.onAnswer(vehicle, { vehicles: [record, { ...record, id: 'v-8' }] })
  const values = recorder.read().gaps.wrapper.answers.map(({ value }) => value)
  expect(values.sort()).toEqual([
    '/vehicles/{vehicle_id}: in data, beside meta, …',
    '/vehicles/{vehicle_id}: several records in {vehicles: [{id: text, make: text}]}',
  ])
})

it('tells key words from names, addresses, numbers and plates', () => {
  const words = [
    'available',
    'on_trip',
    'wheelchair_taxi',
    'out of service',
    'A/C',
    'занят',
    '24h',
    'v2.1',
  ]
  const others = [
    'Ada Lovelace',
    'ada@fleet.example',
    '+44 7700 900123',
    '07700900123',
    'LN64 2041',
    '',
  ]
  expect([...words, ...others, 'a'.repeat(41)].filter(isKeyWord)).toEqual(words)
})

it('keeps nothing of a text that is no key word', () => {
  const recorder = createObservationRecorder(() => 0)
  const row = { id: 'v-7', status: 'taken by Ada Lovelace', functions: ['ada@fleet.example'] }
  recorder.onAnswer(search, { vehicles: [row] })
  const { gaps } = recorder.read()
  expect(gaps.vehicle_status.answers).toMatchObject([
    { value: 'another text', kind: 'form', count: 1 },
  ])
  expect(JSON.stringify(gaps)).not.toMatch(/Ada|ada@/)
})

it('keeps a hundred answers of a gap and counts the rest', () => {
  const recorder = createObservationRecorder(() => 0)
  const word = (n: number) =>
    `type-${'abcdefghij'[Math.floor(n / 10) % 10]}${'abcdefghij'[n % 10]}${n > 99 ? 'x' : ''}`
  const vehicles = Array.from({ length: 120 }, (_, n) => ({ id: `v-${n}`, type: word(n) }))
  recorder.onAnswer(search, { vehicles })
  const { answers, more } = recorder.read().gaps.vehicle_type
  expect([answers.length, more]).toEqual([100, 20])
})

it('keeps field names of an error body, not its data', () => {
  const recorder = createObservationRecorder(() => 0)
  const body = {
    error: { 'ada@fleet.example': 'no such driver Ada', code: 7, list: [{ field: 'x' }] },
  }
  recorder.onRefusal(vehicle, Response.json(body, { status: 400 }), JSON.stringify(body))
  expect(recorder.read().gaps.error_body.answers.map(({ value }) => value)).toEqual([
    '400 application/json {error: {…: text, code: number, list: [{…}]}}',
  ])
})

it.each(['kWordLikeSecret', 'k41-secret-97'])(
  'redacts our key %s wherever the service echoes it',
  (key) => {
    const now = () => 0
    const recorder = createObservationRecorder(now, () => key)
    const row = { id: 'v-1', type: key, status: `key-${key}`, functions: [btoa(key)] }
    recorder.onAnswer(search, { query: `${key}=1`, next_cursor: key, vehicles: [row] })
    const body = { [key]: { [key]: 1 } }
    const refusal = Response.json(body, { status: 401, headers: { 'x-ratelimit-key': key } })
    recorder.onResponse(search, refusal)
    recorder.onRefusal(search, refusal, JSON.stringify(body))
    const text = JSON.stringify(recorder.read())
    expect(text).toContain('[secret]')
    for (const spelling of [
      key,
      key.replaceAll(/\d+/g, 'n'),
      btoa(key),
      btoa(key).replace(/=+$/, ''),
    ])
      expect(text).not.toContain(spelling)
  },
)

it('counts, with the first and the last time', () => {
  let nowMs = Date.UTC(2025, 0, 1, 12)
  const recorder = createObservationRecorder(() => nowMs)
  const page = { vehicles: ['v-1', 'v-2'].map((id) => ({ id, type: 'taxi' })) }
  recorder.onAnswer(search, page)
  nowMs += 60_000
  recorder.onAnswer(search, page)
  const times = { firstSeenAt: '2025-01-01T12:00:00.000Z', lastSeenAt: '2025-01-01T12:01:00.000Z' }
  const [taxi, ...others] = recorder.read().gaps.vehicle_type.answers
  expect([taxi, others]).toEqual([{ value: 'taxi', kind: 'word', count: 4, ...times }, []])
})
