import { describe, expect, it } from 'vitest'
import type { Observations } from '@/lib/api/contract/answers'
import type { ObservedGapName } from '@/lib/interface/gaps'
import { createDemoFleet } from '@/lib/reference/demo/demo-fleet'
import { type GapAnswers, gapChoices, gapNames as referenceGaps } from '@/lib/reference/gaps'
import { createReferenceService } from '@/lib/reference/service'
import { clientOf, KEY } from '@/lib/testing/servers'
import { createObservationRecorder, type ObservationRecorder } from './recorder'

/* Every answer that the reference service can give in a gap must be observed as that answer. */

const NOW = Date.UTC(2025, 5, 1, 12, 0, 30)
const fleet = createDemoFleet({ centre: { lat: 51.509865, lng: -0.118092 }, vehicles: 157 })
const search = { position: fleet.centre, radius: 40_000, limit: 60, type: null, cursor: null }

/** Observations of a whole search, single records, a missing one, and refused calls. */
async function observe(gaps: Partial<GapAnswers>): Promise<Pick<Observations, 'gaps'>> {
  const recorder = createObservationRecorder(() => NOW)
  // Bodies of refusals are read after their call has failed.
  let unread = 0
  const observer: ObservationRecorder = {
    ...recorder,
    onResponse(call, response) {
      if (!response.ok) unread++
      recorder.onResponse(call, response)
    },
    onRefusal(...refused) {
      unread--
      recorder.onRefusal(...refused)
    },
  }
  const send = createReferenceService({ fleet, keys: [{ key: KEY }], now: () => NOW, gaps })
  const client = () =>
    clientOf('http://reference.localhost', { send, now: () => NOW, random: () => 0, observer })
  const failing = (call: Promise<unknown>) => call.catch(() => undefined)
  let cursor: string | null = null
  do cursor = (await client().searchVehicles({ ...search, cursor })).data.next_cursor
  while (cursor !== null)
  const { id, facts } = fleet.record(7, NOW)
  await client().getVehicle(id)
  await client().getVehicleStatus(id)
  await client().getVehicleByOurRef(facts.our_ref as string)
  await client().getExampleBooking()
  await failing(client().getVehicle('v-0'))
  for (const odd of [
    { cursor: 'lost' },
    { limit: 1000 },
    { radius: 90_000 },
    { type: 'submarine' },
  ])
    await failing(client().searchVehicles({ ...search, ...odd }))
  for (let call = 0; call < 60 && gaps.rateLimit === '60-per-minute'; call++)
    await failing(client().getExampleVehicle())
  await expect.poll(() => unread).toBe(0)
  return recorder.read()
}

const valuesOf = (observations: Pick<Observations, 'gaps'>, gap: ObservedGapName) =>
  observations.gaps[gap].answers.map(({ value }) => value)

type Expected = readonly [gap: ObservedGapName, value: string, more?: Partial<GapAnswers>]

const limited = { rateLimit: '60-per-minute' } as const
const refusal = (form: string): Expected => ['error_body', form]

const expected: { [Name in keyof GapAnswers]?: Record<GapAnswers[Name], Expected | null> } = {
  // The others are seen over time, not in one answer.
  mtime: {
    reports: null,
    edits: null,
    frozen: null,
    absent: ['empty_field', 'mtime (§2.2): absent'],
    ahead: null,
    2034: null,
    'other-zone': ['mtime_form', 'YYYY-MM-DDThh:mm:ss.fff-03:00'],
  },
  numbers: {
    numbers: ['number_form', 'passengers_max: number'],
    texts: ['number_form', 'passengers_max: number in a text'],
  },
  positions: {
    'lat-lng': ['position_form', 'object'],
    'whole-names': ['position_form', 'object with other names'],
    geojson: ['position_form', 'GeoJSON point'],
    text: ['position_form', 'text of two numbers'],
  },
  searchTime: {
    fraction: ['mtime_form', 'YYYY-MM-DDThh:mm:ss.fff+00:00'],
    seconds: ['mtime_form', 'YYYY-MM-DDThh:mm:ss+00:00'],
    'basic-offset': ['mtime_form', 'YYYY-MM-DDThh:mm:ss.fff+0000'],
    z: ['mtime_form', 'YYYY-MM-DDThh:mm:ss.fffZ'],
  },
  functionsInSearch: {
    single: ['functions_form', 'text, one key'],
    joined: ['functions_form', 'text, several keys'],
    array: ['functions_form', 'array'],
  },
  offlinePosition: {
    'last-known': ['position_form', 'object'],
    null: ['position_form', 'null'],
    absent: ['position_form', 'absent'],
    // A vehicle that is left out cannot be observed.
    'left-out': null,
  },
  queryEcho: {
    plain: ['query_form', 'position=n,n&limit=n&radius=n'],
    encoded: ['query_form', 'position=n%2Cn&limit=n&radius=n'],
    'question-mark': ['query_form', '?position=n,n&limit=n&radius=n'],
    absent: ['query_form', 'absent'],
  },
  total: {
    exact: ['total_form', 'count to the unit'],
    rounded: ['total_form', 'count of two digits and zeros'],
    low: ['total_form', 'count below 100'],
    absent: ['total_form', 'absent'],
  },
  bookingWhen: {
    now: ['booking_when', 'now'],
    time: ['booking_when', 'YYYY-MM-DDThh:mm:ss.fffZ'],
    seconds: ['booking_when', 'text of 10 digits'],
  },
  priceUnit: {
    major: ['price_form', 'price_per_km: with decimals'],
    minor: ['price_form', 'price_per_km: whole number'],
  },
  optionalFields: {
    absent: ['empty_field', 'image_url (§2.2): absent'],
    null: ['empty_field', 'image_url (§2.2): null'],
  },
  statusOnTrip: {
    busy: ['vehicle_status', 'busy'],
    on_trip: ['vehicle_status', 'on_trip'],
    booked: ['vehicle_status', 'booked'],
  },
  invalidParameter: {
    400: ['status_code', '/vehicles: 400'],
    422: ['status_code', '/vehicles: 422'],
  },
  unknownType: {
    empty: ['total_form', 'count below 100'],
    rejected: ['status_code', '/vehicles: 400'],
  },
  lastCursor: {
    absent: ['last_page', 'absent'],
    empty: ['last_page', 'empty text'],
    null: ['last_page', 'null'],
  },
  wrapperByOurRef: {
    vehicle: ['wrapper', '/vehicles/by-our-ref: in vehicle'],
    bare: ['wrapper', '/vehicles/by-our-ref: bare'],
    vehicles: ['wrapper', '/vehicles/by-our-ref: in vehicles, in array'],
  },
  wrapperStatus: {
    vehicle: ['wrapper', '/vehicles/{vehicle_id}/status: in vehicle'],
    bare: ['wrapper', '/vehicles/{vehicle_id}/status: bare'],
    vehicles: ['wrapper', '/vehicles/{vehicle_id}/status: in vehicles, in array'],
  },
  notFound: {
    '404-json': refusal('404 application/json {error: {code: text, message: text}}'),
    '404-html': refusal('404 text/html, HTML'),
    '404-empty': refusal('404 empty'),
    '400-json': ['status_code', '/vehicles/{vehicle_id}: 400'],
    '200-null': ['not_found', '/vehicles/{vehicle_id}: 200 {vehicle: null}'],
  },
  order: {
    distance: ['order', 'nearest first'],
    id: ['order', 'by id'],
    shuffled: ['order', 'neither by distance nor by id'],
    'shuffled-pages': ['order', 'neither by distance nor by id'],
  },
  errorBody: {
    error: refusal('400 application/json {error: {code: text, message: text}}'),
    message: refusal('400 application/json {message: text}'),
    problem: refusal(
      '400 application/problem+json {type: text, title: text, status: number, detail: text}',
    ),
    text: refusal('400 text/plain, text'),
    html: refusal('400 text/html, HTML'),
    empty: refusal('400 empty'),
  },
  rateLimit: {
    off: null,
    // More calls than a test should make.
    '600-per-minute': null,
    '60-per-minute': ['status_code', '/vehicles/example: 429'],
  },
  retryAfter: {
    seconds: ['rate_limit_header', 'retry-after: n', limited],
    date: ['rate_limit_header', 'retry-after: HTTP date', limited],
    absent: ['rate_limit_header', '429 without retry-after', limited],
  },
  limitMaximum: {
    100: ['query_change', 'limit: 100 applied where more was asked for'],
    20: ['query_change', 'limit: 20 applied where more was asked for'],
    1000: ['query_change', 'as asked for'],
  },
  overLimit: {
    clamped: ['query_change', 'limit: 100 applied where more was asked for'],
    rejected: ['status_code', '/vehicles: 400'],
  },
  overRadius: {
    honoured: ['query_change', 'as asked for'],
    clamped: ['query_change', 'radius: 50000 applied where more was asked for'],
    rejected: ['status_code', '/vehicles: 400'],
  },
}

// Never requested by Kerbside, or visible in no answer.
const unobserved = [
  'activeBooking',
  'cursorLifetime',
  'keyPrecedence',
  'otherMethods',
  'pages',
  'unknownParameters',
  'webhookDoubled',
  'webhookForm',
  'webhookLate',
  'webhookOrder',
  'webhookSpelling',
]

it('covers every gap of the reference service', () => {
  expect([...Object.keys(expected), ...unobserved].sort()).toEqual([...referenceGaps].sort())
})

const cases = Object.entries(expected).flatMap(([name, choices]) =>
  Object.entries(choices).map(
    ([choice, answer]) => [name, choice, answer as Expected | null] as const,
  ),
)

describe.each(cases.filter(([, , answer]) => answer !== null))(
  '%s settled as %s',
  (name, choice, answer) => {
    it('is observed, and the other choices are not', async () => {
      const [gap, value, more] = answer as Expected
      const choices = gapChoices[name as keyof GapAnswers] as readonly (string | number)[]
      const settled = choices.find((candidate) => String(candidate) === choice)
      const observations = await observe({ [name]: settled, ...more })
      expect(valuesOf(observations, gap)).toContain(value)

      const others: string[] = []
      for (const answers of Object.values(expected[name as keyof GapAnswers] ?? {})) {
        const [otherGap, otherValue] = (answers as Expected | null) ?? []
        if (otherGap === gap && otherValue !== undefined && otherValue !== value) {
          others.push(otherValue)
        }
      }
      // These forms are observed together with the usual one, not instead.
      const additional = [
        'functions_form',
        'position_form',
        'query_change',
        'total_form',
        'price_form',
      ]
      if (!additional.includes(gap))
        for (const other of others) expect(valuesOf(observations, gap)).not.toContain(other)
    })
  },
)

it.each([
  [{ next_cursor: false }, 'false'],
  [{ next_cursor: 'END' }, 'text end'],
  [{ next_cursor: -1 }, 'number -1'],
  [{ next_cursor: 0 }, '0 after another cursor'],
  [{ next_cursor: 'more', has_more: false }, 'has_more: false'],
  [{ next_cursor: 'more', vehicles: [] }, 'no rows'],
  [{ next_cursor: { toString: 0 }, vehicles: [] }, 'no rows'],
  [{ next_cursor: 'c-1', vehicles: [] }, 'no rows, and the same cursor again'],
  [{ next_cursor: 'c-1' }, 'rows, and the same cursor again'],
  [null, '404 to a cursor'],
])('%j ends a list as %s', (page, end) => {
  const recorder = createObservationRecorder(() => NOW)
  const query = new URLSearchParams({ limit: '2', cursor: 'c-1' })
  const call = { endpoint: '/vehicles', query, looksUp: false }
  if (page) recorder.onAnswer(call, { vehicles: [{ id: 'v-1' }], ...page })
  else recorder.onResponse(call, new Response(null, { status: 404 }))
  expect(valuesOf(recorder.read(), 'last_page')).toEqual([end])
})

it('keeps the figures of the latest searches, without the key', async () => {
  let atMs = NOW
  const now = () => (atMs += 100)
  const recorder = createObservationRecorder(now, () => KEY)
  const send = createReferenceService({ fleet, keys: [{ key: KEY }], now: () => NOW, gaps: {} })
  const options = { send, now: () => NOW, random: () => 0, observer: recorder }
  const client = clientOf('http://reference.localhost', options)
  const { data } = await client.searchVehicles(search)
  const asked = 'position=51.509865,-0.118092&radius=40000&limit=60'
  expect(recorder.read().searches).toEqual([
    expect.objectContaining({ asked, vehicles: 60, pages: 1, isComplete: false }),
  ])
  for (let cursor = data.next_cursor; cursor !== null; )
    cursor = (await client.searchVehicles({ ...search, cursor })).data.next_cursor
  const whole = { vehicles: 157, pages: 3, total: '157', isComplete: true }
  // The next reading of it has only begun.
  await client.searchVehicles(search)
  const [kept, ...others] = recorder.read().searches
  expect([kept, others]).toEqual([expect.objectContaining({ asked, ...whole }), []])
  expect(kept?.query).toBe('position=51.509865,-0.118092&limit=60&radius=40000')
  expect(kept?.durationMs).toBeGreaterThan(0)
  const query = new URLSearchParams({ limit: '1' })
  const call = { endpoint: '/vehicles', query, looksUp: false }
  recorder.onRequest(call)
  recorder.onAnswer(call, { vehicles: [], next_cursor: null, query: `key=${KEY}` })
  expect(recorder.read().searches[0]).toMatchObject({
    asked: 'limit=1',
    total: 'absent',
    vehicles: 0,
  })
  expect(JSON.stringify(recorder.read())).not.toContain(KEY)
  for (let radius = 1; radius < 20; radius++) await client.searchVehicles({ ...search, radius })
  expect(recorder.read().searches.map(({ asked }) => asked.split('&')[1])).toEqual(
    [19, 18, 17, 16, 15, 14, 13, 12].map((radius) => `radius=${radius}`),
  )
})

it('keeps no people, places, plates, references or ids', async () => {
  const text = JSON.stringify((await observe({ optionalFields: 'null' })).gaps)
  const people = [
    'driver_name',
    'driver_phone_number',
    'owner_name',
    'licence_plate',
    'our_ref',
    'image_url',
  ]
  for (const index of [0, 7, 99]) {
    const { id, facts } = fleet.record(index, NOW)
    for (const value of [id, ...people.map((name) => facts[name as keyof typeof facts])])
      if (typeof value === 'string') expect(text).not.toContain(value)
  }
  expect(text).not.toMatch(/51\.5|Olivera|JOB-2041|WELCOME10|Lantern/)
})
