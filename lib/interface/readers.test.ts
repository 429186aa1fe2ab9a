import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { bookingFields } from '@/lib/interface/fields/booking-fields'
import { statusWithoutPeople, withoutPeople } from '@/lib/interface/fields/personal-fields'
import { vehicleFields } from '@/lib/interface/fields/vehicle-fields'
import { readBooking, readVehicle } from '@/lib/testing/read-records'
import { readAnyBooking, readSearchPage, readVehicleSearchObject } from './readers'
import type { Inspected, Vehicle, VehicleSearchObject } from './resources'
import { unwrap } from './unwrap'

const bare = { id: 'v-1', make: 'Volvo', functions: ['passenger'] }
const wrapperOf = (answer: unknown, requested = {}) => unwrap(answer, vehicleFields, requested)

describe('the wrapper, which is not shown for endpoints 3 and 4', () => {
  test.each<[string, unknown, string[], object]>([
    ['bare', bare, [], {}],
    ['under vehicle', { vehicle: bare }, ['vehicle'], {}],
    ['under data', { data: bare }, ['data'], {}],
    ['beside others', { data: bare, meta: { page: 1 } }, ['data'], { meta: { page: 1 } }],
    ['in an envelope with an id', { id: 'req-1', vehicle: bare }, ['vehicle'], { id: 'req-1' }],
    ['in one with a status', { status: 'ok', result: bare }, ['result'], { status: 'ok' }],
    ['as the only one of a list', { vehicles: [bare] }, ['vehicles', '[]'], {}],
    ['as the only one of a bare list', [bare], ['[]'], {}],
    [
      'twice',
      { data: { vehicle: bare, meta: 1 }, v: 2 },
      ['data', 'vehicle'],
      { v: 2, 'data.meta': 1 },
    ],
    ['three times', { a: { b: [{ vehicle: bare }] } }, ['a', 'b', '[]', 'vehicle'], {}],
    [
      'beside its owner',
      { v: bare, owner: { id: 'o-1', type: 'x' } },
      ['v'],
      { owner: expect.anything() },
    ],
    ['beside an empty list', { vehicle: bare, drivers: [] }, ['vehicle'], { drivers: [] }],
  ])('a record %s is found, with what stood beside it', (_where, answer, wrappers, beside) => {
    expect(wrapperOf(answer)).toMatchObject({ record: bare, wrappers, beside })
    expect(readVehicle(answer)?.beside ?? {}).toEqual(beside)
  })

  test('of sparse objects the documented key decides, then what was requested, then the outermost', () => {
    const owner = { id: 'o-1', type: 'person', mtime: 'x' }
    expect(wrapperOf({ id: 'v-1', vehicle: { id: 'v-1' } }).wrappers).toEqual(['vehicle'])
    expect(wrapperOf({ data: { vehicle: { id: 'v-1', make: 'x' }, owner } }).record?.id).toBe('v-1')
    expect(wrapperOf({ it: { id: 'v-1' }, by: { id: 'o-1' } }, { id: 'v-1' }).record?.id).toBe(
      'v-1',
    )
    expect(
      wrapperOf({ id: 'v-1', make: 'x', tags: [owner, owner] }, { id: 'v-1' }).wrappers,
    ).toEqual([])
    expect(wrapperOf({ id: 'v-1', part: { id: 'p-1' } }).record?.id).toBe('v-1')
    // An envelope that repeats the id does not hide the record of another vehicle.
    expect(
      wrapperOf({ id: 'v-1', vehicle: { ...bare, id: 'v-2' } }, { id: 'v-1' }).record?.id,
    ).toBe('v-2')
  })

  test('webhooks and totals are parts of a record, whatever is in them', () => {
    const decoy = { id: 'x', make: 'x', type: 'x', year: 1, our_ref: 'x', price_per_km: 1 }
    expect(wrapperOf({ id: 'v-1', webhooks: decoy }).record?.id).toBe('v-1')
    expect(unwrap({ booking: { id: 'b-1', totals: decoy } }, bookingFields).record?.id).toBe('b-1')
    expect(readVehicleSearchObject({ status: { id: 'v-1', status: 'free' } })?.record.status).toBe(
      'free',
    )
  })

  test.each([
    [{ vehicles: [bare, bare] }],
    [[bare, { id: 'v-2' }]],
    [{ a: bare, b: bare }],
    [{ vehicles: [{ id: 'v-1' }, { id: 'v-2' }] }],
    [{ before: bare, after: { ...bare, year: 2019 } }],
    [Array(5_000).fill(bare)],
  ])('several records are none and are told', (answer) => {
    expect(wrapperOf(answer, { id: 'v-1' })).toMatchObject({ record: null, isSeveral: true })
    expect(readVehicle(answer)).toBeNull()
  })

  test.each([
    ['text'],
    [7],
    [[1, 2]],
    [{ vehicle: { make: 'Volvo' } }],
    [{ a: { b: { c: { d: bare } } } }],
  ])('%j is no record', (answer) => {
    expect(wrapperOf(answer)).toMatchObject({ record: null, isSeveral: false, isNothing: false })
  })

  test('a record nested without end is no record and no crash', () => {
    const nested = JSON.parse(`${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`)
    expect(readVehicle(nested)).toBeNull()
  })

  test('for viewers the rest of an answer is left out', () => {
    const read = readVehicle({ vehicle: bare, owner: { name: 'Ada' } }) as Inspected<Vehicle>
    expect([read.beside, withoutPeople(read).beside]).toEqual([
      { owner: { name: 'Ada' } },
      undefined,
    ])
    const status = readVehicleSearchObject({
      data: bare,
      meta: 1,
    }) as Inspected<VehicleSearchObject>
    expect([status.beside, statusWithoutPeople(status).beside]).toEqual([{ meta: 1 }, undefined])
  })

  test('for viewers the forms of other fields stay', () => {
    const read = readVehicle({ id: 'v-1', year: '2019' }) as Inspected<Vehicle>
    expect(withoutPeople(read).forms).toEqual({ year: 'text' })
  })

  test('hostile names around a record stay data', () => {
    const read = readVehicle(
      JSON.parse('{"__proto__":{"id":"v-1","make":"Volvo"},"constructor":{"x":1}}'),
    )
    expect(read?.record.make).toBe('Volvo')
    expect(Object.keys(read?.beside ?? {})).toEqual(['constructor'])
  })

  const nothing = [
    ...[
      null,
      {},
      [],
      { vehicle: null },
      { vehicles: [] },
      { vehicle: {} },
      { status: 'ok', result: null },
    ],
    ...[
      { data: { vehicle: null }, meta: {} },
      { data: null, meta: { request_id: 'r-1' }, links: { self: '/vehicles/v-1' } },
      { vehicles: [], total: 0 },
    ],
  ]
  test.each(nothing.map((answer) => ({ answer })))(
    '$answer says that there is no such record',
    ({ answer }) => {
      expect(wrapperOf(answer).isNothing).toBe(true)
    },
  )

  const something = [
    ...[bare, { vehicle: bare }, 0, '', 'gone', { make: 'Volvo', active_booking_id: null }],
    ...[
      { status: 'error', data: null, message: 'database' },
      { data: null, errors: ['x'] },
      { data: null, meta: { request_id: 'r-1' }, error: { code: 5 } },
    ],
  ]
  test.each(something.map((answer) => ({ answer })))('$answer does not', ({ answer }) => {
    expect(wrapperOf(answer).isNothing).toBe(false)
  })
})

test('a missing and a null field are null; one of another type too, is named, and stays in raw', () => {
  const read = readVehicle({ id: 'v-1', price_per_km: null, year: 'new', make: 7 })
  expect(read?.record).toMatchObject({
    price_per_km: null,
    driver_name: null,
    year: null,
    make: null,
  })
  expect(read?.unreadable).toEqual(['make', 'year'])
  expect(read?.raw.year).toBe('new')
})

test('functions are an array, whether they came as one, as a string or as several in a string', () => {
  const functions = [['a', 'b'], 'a', 'a, b', '', [1]].map(
    (given) => readVehicle({ id: 'v-1', functions: given })?.record.functions,
  )
  expect(functions).toEqual([['a', 'b'], ['a'], ['a', 'b'], [], null])
})

test.each([
  { lat: 91, lng: 0 },
  { lat: 0, lng: -180.5 },
  { lat: '91', lng: '2' },
  { lat: '1,5', lng: 2 },
  { lat: '0x1', lng: '2' },
  { lat: '1e1', lng: '2' },
  { lat: true, lng: 2 },
  { lat: 1 },
  { lat: 1, lng: null },
  [2, 1],
  ['1', '2'],
  { type: 'Point', coordinates: [181, 1] },
  { type: 'LineString', coordinates: [2, 1] },
  { coordinates: [2, 1] },
  { x: 2, y: 1 },
  JSON.parse('{"lat":1e999,"lng":0}'),
  'somewhere',
])('%j is no position', (position) => {
  const read = readVehicleSearchObject({ id: 'v-1', position })
  expect(read?.record.position).toBeNull()
  expect(read?.unreadable).toEqual(['position'])
})

it('0,0 is no place, as of a receiver without a fix', () => {
  const read = readVehicleSearchObject({ id: 'v-1', position: { lat: 0, lng: -0 } })
  expect([read?.record.position, read?.unreadable]).toEqual([null, []])
  const onTheEquator = { lat: 0, lng: 6.5 }
  const other = readVehicleSearchObject({ id: 'v-1', position: onTheEquator })
  expect(other?.record.position).toEqual(onTheEquator)
})

test('totals and webhooks are read member by member', () => {
  const read = readBooking({
    id: 'b-1',
    totals: { currency: 'GBP', net: '1.234,56', tax: '1.40', total: 8.4 },
    webhooks: { booking_status_changed: 'https://hooks.example/1', other: 5, none: null },
  })
  expect(read?.record.totals).toMatchObject({ currency: 'GBP', net: null, total: 8.4, tax: 1.4 })
  expect(read?.record.webhooks).toEqual({ booking_status_changed: 'https://hooks.example/1' })
  expect(read?.unreadable).toEqual(['webhooks.other', 'totals.net'])
  expect(read?.forms).toEqual({ 'totals.tax': 'text' })
})

test.each([
  [{ lat: '-34.89', lng: '-56.16' }, 'text'],
  [{ lat: -34.89, lng: ' -56.160 ' }, 'text'],
  ['-34.89,-56.16', 'text'],
  [{ latitude: -34.89, longitude: -56.16 }, 'other-names'],
  [{ lat: '-34.89', lon: '-56.16' }, 'other-names'],
  [{ type: 'Point', coordinates: [-56.16, -34.89] }, 'geojson'],
  [{ type: 'Point', coordinates: ['-56.16', '-34.89', 43] }, 'geojson'],
] as const)('the position %j has one meaning only: it is read as %s', (position, form) => {
  const read = readVehicleSearchObject({ id: 'v-1', position })
  expect(read?.record.position).toEqual({ lat: -34.89, lng: -56.16 })
  expect([read?.unreadable, read?.forms]).toEqual([[], { position: form }])
})

test.each([{ lat: null, lng: null }, { lat: '0', lng: '0.0' }, '0,0'])(
  '%j is a vehicle without a position',
  (position) => {
    const read = readVehicleSearchObject({ id: 'v-1', position })
    expect(read).toMatchObject({ record: { position: null }, unreadable: [] })
    expect(read?.forms).toBeUndefined()
  },
)

test('a plain decimal in a text is a number, marked; every other text is unreadable', () => {
  const given = { passengers_max: '4', price_per_km: '2.50', load_m3: '.5', year: ' 2019 ' }
  const read = readVehicle({ id: 'v-1', ...given })
  expect(read?.record).toMatchObject({
    passengers_max: 4,
    price_per_km: 2.5,
    load_m3: 0.5,
    year: 2019,
  })
  expect([read?.unreadable, Object.values(read?.forms ?? {})]).toEqual([[], Array(4).fill('text')])
  for (const text of ['', '2,50', '1e3', '0x10', '4 seats', 'NaN', '5.', '--1', '1'.repeat(41)])
    expect([text, readVehicle({ id: 'v-1', year: text })?.unreadable]).toEqual([text, ['year']])
})

test('an id, reference or plate that is a whole number is a text, if it is exact; other texts never are', () => {
  const ids = { id: 17, our_ref: 4, active_booking_id: 2 ** 53 - 1 }
  const read = readVehicle({
    ...ids,
    licence_plate: 4971,
    driver_licence: 802174,
    driver_phone_number: 447700,
  })
  expect(read?.record).toMatchObject({
    id: '17',
    our_ref: '4',
    active_booking_id: '9007199254740991',
    licence_plate: '4971',
    driver_licence: '802174',
    driver_phone_number: null,
  })
  expect(read?.unreadable).toEqual(['driver_phone_number'])
  expect(read?.forms).toEqual({
    id: 'number',
    our_ref: 'number',
    active_booking_id: 'number',
    licence_plate: 'number',
    driver_licence: 'number',
  })
  for (const id of [2 ** 53, 1.5, -1, Number.NaN, true, null])
    expect([id, readVehicle({ id })]).toEqual([id, null])
  // A record under the id that was requested, though it is written without quotes.
  const asked = unwrap({ vehicle: { id: 17 }, owner: { id: 18 } }, vehicleFields, { id: '17' })
  expect(asked.record).toEqual({ id: 17 })
})

test('functions keep their texts beside a null, and name another value', () => {
  const read = readVehicle({ id: 'v-1', functions: ['passenger', null, 7, 'airport'] })
  expect(read?.record.functions).toEqual(['passenger', 'airport'])
  expect(read?.unreadable).toEqual(['functions.2'])
  const none = readVehicle({ id: 'v-1', functions: [null, { key: 'airport' }] })
  expect([none?.record.functions, none?.unreadable]).toEqual([null, ['functions']])
})

test('the rows of a search name the fields that were read in another form', () => {
  const position = { lat: '1', lng: '2' }
  const read = readSearchPage({ vehicles: [{ ...bare, position }, { id: 2 }], total: '2' })
  expect(read?.data).toMatchObject({
    forms: { 'v-1': { position: 'text' }, 2: { id: 'number' } },
    total: 2,
  })
})

test('hostile keys stay data', () => {
  const read = readVehicle(JSON.parse('{"id":"v-1","__proto__":{"make":"no"},"constructor":1}'))
  expect(read?.record.make).toBeNull()
  expect(Object.keys(read?.raw ?? {})).toEqual(['id', '__proto__', 'constructor'])
  expect(({} as Record<string, unknown>).make).toBeUndefined()
})

test('reading never throws and returns every field of the table', () => {
  const names = Object.keys(bookingFields)
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...names, 'x'), fc.jsonValue()), (given) => {
      expect(Object.keys(readBooking({ ...given, id: 'b-1' })?.record ?? {})).toEqual(names)
    }),
  )
})

test('rows without a readable id are dropped and counted, the others stay; unreadable fields are named by vehicle', () => {
  const odd = [{ make: 'x' }, { id: 2 ** 53 }, null, { id: '' }, { id: '__proto__', year: 'x' }]
  const read = readSearchPage({ vehicles: [bare, ...odd], total: 6 })
  expect(read?.data.vehicles.map(({ id }) => id)).toEqual(['v-1', '__proto__'])
  expect(read?.dropped).toBe(4)
  expect(Object.entries(read?.data.unreadable ?? {})).toEqual([['__proto__', ['year']]])
})

const ends = ['', ' ', null, false, [], {}, -1, '-1', 'null', 'None', 'END', 'undefined']

test.each([
  ...ends.map((next_cursor) => ({ next_cursor })),
  {},
  { next_cursor: 'more', has_more: false },
  { next_cursor: 'more', isLast: true },
  { next_cursor: 'more', vehicles: [] },
  { next_cursor: 7, vehicles: [] },
  { vehicles: null, total: 0 },
])('%j ends the list', (end) => {
  const read = readSearchPage({ vehicles: [bare], ...end })
  expect(read?.data).toMatchObject({ next_cursor: null, isCut: false })
})

test('a list that is null has no rows beyond the last page; a first one may be a fault', () => {
  expect(readSearchPage({ vehicles: null, total: 12 }, 'c')?.data.vehicles).toEqual([])
  expect(readSearchPage({ vehicles: null, total: 12 })).toBeNull()
})

test.each([
  [0, null, '0'],
  ['0', null, '0'],
  [0, '0', '0'],
  [0, '20', null],
  ['0', 'abc', null],
  [20, '10', '20'],
  [2.5, null, '2.5'],
  ['endless', null, 'endless'],
  ['again', 'again', 'again'],
])('the cursor %j after %j leads on with %j', (next_cursor, asked, cursor) => {
  const read = readSearchPage({ vehicles: [bare], next_cursor, has_more: true }, asked)
  expect(read?.data).toMatchObject({ next_cursor: cursor, isCut: false })
})

test.each([
  [true],
  [{ page: 2 }],
  [Number.POSITIVE_INFINITY],
  ['c'.repeat(4097)],
  ['a\u0000'],
  ['\ud800'],
])('%j is no cursor, and not the end of the list either', (next_cursor) => {
  const read = readSearchPage({ vehicles: [bare], next_cursor })
  expect(read?.data).toMatchObject({ next_cursor: null, isCut: true })
})

test.each([[-1], ['-1'], ['many'], [1.5], [null], [undefined]])(
  'a total of %j is no count',
  (total) => {
    expect(readSearchPage({ vehicles: [], total })?.data.total).toBeNull()
  },
)

test('a text of a list is cut short, and an id beyond use is none', () => {
  const long = 'm'.repeat(1024 * 1024)
  const texts = {
    make: long,
    type: long,
    image_url: `https://${long}`,
    functions: Array(5000).fill(long),
  }
  const given = { ...bare, ...texts }
  const read = readSearchPage({ vehicles: [given, { id: long }], query: long })
  expect(JSON.stringify(read).length).toBeLessThan(32_000)
  expect(read?.data.vehicles[0]).toMatchObject({ id: 'v-1', make: `${'m'.repeat(512)}…` })
  expect(read?.dropped).toBe(1)
})

test.each([[null], [[]], [{}], [{ vehicles: {} }], ['x']])('%j is no page', (answer) => {
  expect(readSearchPage(answer)).toBeNull()
})

test('a booking from elsewhere is read without an id, and with one of another type', () => {
  const nameless = { record: { id: null, customer_name: 'Orla' }, unreadable: [] }
  expect(readAnyBooking({ customer_name: 'Orla' })).toMatchObject(nameless)
  const odd = { record: { id: null, totals: { net: 1 } }, unreadable: ['id'] }
  expect(readAnyBooking({ id: {}, totals: { net: 1 } })).toMatchObject(odd)
})
