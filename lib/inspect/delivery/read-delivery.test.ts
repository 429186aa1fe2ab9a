import { expect, test } from 'vitest'
import { readDelivery } from './read-delivery'

const withoutVehicle = {
  id: 'b-1',
  mtime: '2026-05-01 08:30:00.250 GMT',
  our_ref: 'JOB-1',
  status: 'accepted',
  customer_name: 'Ada',
}
const booking = { ...withoutVehicle, vehicle_id: 'v-1', vehicle_our_ref: 'KB-1' }
const found = {
  id: 'b-1',
  ourRef: 'JOB-1',
  status: 'accepted',
  vehicleId: 'v-1',
  vehicleOurRef: 'KB-1',
}
const CHANGED = 'booking_status_changed'
const CREATED = 'vehicle_booking_created'
const known = (name: string) => ({ name, known: CHANGED })
const read = (body: unknown) => readDelivery(JSON.stringify(body), 'application/json')

test.each([
  ['bare', booking, null],
  ['wrapped', { booking }, null],
  ['wrapped twice', { data: { booking } }, null],
  ['in an array', [booking], null],
  ['under an unknown only key', { reservation: booking }, null],
  ['event and data', { event: CHANGED, data: booking }, known(CHANGED)],
  [
    'event with hyphens',
    { event: 'booking-status-changed', data: booking },
    known('booking-status-changed'),
  ],
  [
    'event in camel case',
    { type: 'bookingStatusChanged', payload: booking },
    known('bookingStatusChanged'),
  ],
  [
    'event beside the booking',
    { event: 'booking.status_changed', booking },
    known('booking.status_changed'),
  ],
  ['event as an object', { event: { name: CHANGED }, booking }, known(CHANGED)],
  ['deeper', { event: CHANGED, data: { object: { booking } } }, known(CHANGED)],
  ['data as a text', { event: CHANGED, data: JSON.stringify(booking) }, known(CHANGED)],
  [
    'an unknown event',
    { event: 'booking_lost', data: booking },
    { name: 'booking_lost', known: null },
  ],
  [
    'the second event',
    { event: CREATED, booking },
    { name: CREATED, known: 'vehicle-booking-create' },
  ],
])('%s', (_form, body, event) => {
  const bookings = [{ ...found, isWhole: true, record: booking }]
  expect(read(body)).toMatchObject({ form: 'json', event, bookings })
})

test('a JSON text within a JSON text, a byte order mark, and another content type', () => {
  expect(read(JSON.stringify(booking)).bookings[0]?.id).toBe('b-1')
  expect(readDelivery(`\uFEFF${JSON.stringify(booking)}`, 'text/plain').bookings[0]?.id).toBe('b-1')
})

test.each([
  ['a field of JSON', { event: CHANGED, booking: JSON.stringify(booking) }],
  ['a field named payload', { event: CHANGED, payload: JSON.stringify({ booking }) }],
  ['plain fields', { event: CHANGED, ...booking }],
])('form-encoded: %s', (_form, fields) => {
  const delivery = readDelivery(
    new URLSearchParams(fields).toString(),
    'application/x-www-form-urlencoded',
  )
  expect(delivery.form).toBe('form-encoded')
  expect(delivery.bookings[0]).toMatchObject(found)
})

test('of a form without end the first 2,000 fields are read', () => {
  const fields = Array.from({ length: 3000 }, (_, n) => `f${n}=${n}`)
  const { form, content, bookings } = readDelivery(
    `booking_id=b-1&status=done&${fields.join('&')}`,
    null,
  )
  expect(form).toBe('form-encoded')
  expect(Object.keys(content as object)).toHaveLength(2000)
  expect(content).toMatchObject({ f1997: '1997' })
  expect(bookings).toMatchObject([{ id: 'b-1', status: 'done' }])
})

test('the elements of a list without its beginning, one on each line', () => {
  const { bookings } = readDelivery(`, ${JSON.stringify(booking)} ] , \n [ ] `, null)
  expect(bookings).toMatchObject([found])
})

test('a body that only refers to a booking', () => {
  const [referred] = read({ event: CHANGED, booking_id: 'b-1', status: 'done' }).bookings
  expect(referred).toMatchObject({ isWhole: false, id: 'b-1', status: 'done', vehicleId: null })
  expect(read({ event: 'x', data: { bookingId: 7, new_status: 'done' } }).bookings[0]?.id).toBe('7')
})

test.each([
  ['its key', { booking: { id: 'b-1', status: 'done' } }],
  ['the event', { event: CHANGED, data: { id: 'b-1', status: 'done' } }],
  ['the event as the key', { booking_status_changed: { id: 'b-1', status: 'done' }, sent_at: 1 }],
  [
    'its key in an event',
    { event: 'x', id: 'evt-1', data: { booking: { id: 'b-1', new_status: 'done' } } },
  ],
])('an id and a status that %s calls a booking', (_what, body) => {
  expect(read(body).bookings).toMatchObject([{ isWhole: false, id: 'b-1', status: 'done' }])
})

test('an id is not taken for that of a booking without a name for it', () => {
  for (const body of [
    { event: CHANGED, id: 'evt-1', status: 'sent', details: [1] },
    { event: 'x', data: { id: 'b-1', status: 'done' } },
    { event: CHANGED, data: { id: 'b-1' } },
    { event: CHANGED, data: { id: 'v-1', status: 'busy', licence_plate: 'X' } },
  ])
    expect(read(body).bookings, JSON.stringify(body)).toEqual([])
})

test('an event that is the name of its content', () => {
  expect(read({ 'vehicle-booking-create': booking, sent_at: 1 })).toMatchObject({
    event: { name: 'vehicle-booking-create', known: 'vehicle-booking-create' },
    bookings: [{ ...found, isWhole: true }],
  })
})

test.each([
  [
    'fields within fields',
    'event=booking_status_changed&booking[id]=b-1&booking[status]=done',
    ['b-1'],
  ],
  ['encoded brackets', 'data%5Bbooking%5D%5Bid%5D=b-1&data%5Bbooking%5D%5Bstatus%5D=done', ['b-1']],
  ['a list', 'bookings[0][id]=b-1&bookings[0][status]=done&bookings[1][id]=b-2', ['b-1', 'b-2']],
  ['a line that ends', 'booking_id=b-1&status=done\r\n', ['b-1']],
  ['a line after an empty one', '\r\nbooking_id=b-1&status=done', ['b-1']],
  ['a prototype', 'booking[__proto__][id]=b-9&booking[id]=b-1', ['b-1']],
  ['one within JSON', 'booking={"id":"b-1","x":{}}&booking[x][__proto__][id]=b-9', ['b-1']],
])('form-encoded, %s', (_what, text, ids) => {
  const { form, bookings } = readDelivery(text, 'application/x-www-form-urlencoded')
  expect([form, bookings.map(({ id }) => id)]).toEqual(['form-encoded', ids])
  expect(({} as { id?: string }).id).toBeUndefined()
})

test('several bookings in one body', () => {
  const bodies = { event: CHANGED, bookings: [booking, { ...booking, id: 'b-2' }] }
  expect(read(bodies).bookings.map(({ id }) => id)).toEqual(['b-1', 'b-2'])
})

test('what is no booking is none', () => {
  const vehicle = {
    id: 'v-1',
    our_ref: 'KB-1',
    licence_plate: 'X',
    active_booking_id: 'b-1',
    status: 'busy',
  }
  for (const body of [
    vehicle,
    { vehicle },
    {},
    [],
    null,
    3,
    true,
    { event: 'ping' },
    { a: 1, b: 2 },
  ])
    expect(read(body).bookings, JSON.stringify(body)).toEqual([])
  expect(read({ event: 'ping' }).event).toEqual({ name: 'ping', known: null })
})

test.each([
  ['an empty body', ''],
  ['half a body', '{"booking":{"id":"b-1"'],
  ['a page', '<html><body>hello=1</body></html>'],
  ['XML with an equals sign', '<?xml version="1.0"?>'],
  ['bytes', '\u0000\u0001\u0002'],
  ['a sentence', 'booking b-1 was accepted'],
])('%s is unreadable and not an error', (_what, text) => {
  expect(readDelivery(text, null)).toEqual({
    form: 'unreadable',
    content: undefined,
    event: null,
    bookings: [],
    confirmUrl: null,
  })
})

test('hostile names and depths', () => {
  const deep = `${'{"data":'.repeat(5000)}1${'}'.repeat(5000)}`
  const withoutBooking = {
    form: 'json',
    content: expect.anything(),
    event: null,
    bookings: [],
  }
  expect(readDelivery(deep, null)).toMatchObject(withoutBooking)
  const arrays = `${'['.repeat(30_000)}${']'.repeat(30_000)}`
  expect(readDelivery(arrays, null)).toMatchObject(withoutBooking)
  // Such a record could not be written as JSON again.
  const inRecord = `{"id":"b-1","status":"done","when":"now","extra":${arrays}}`
  expect(readDelivery(inRecord, null).bookings).toEqual([])
  expect(readDelivery('['.repeat(60_000), null).form).toBe('unreadable')
  const named =
    '{"__proto__":{"id":"x"},"constructor":{"id":"y"},"booking":{"id":"b-1","status":"s","error":""}}'
  expect(readDelivery(named, null).bookings[0]?.id).toBe('b-1')
  expect(({} as { id?: string }).id).toBeUndefined()
  expect(readDelivery('__proto__=1&booking_id=b-1', null).bookings[0]?.id).toBe('b-1')
  expect(({} as { booking_id?: string }).booking_id).toBeUndefined()
  expect(read(Array(5000).fill(booking)).bookings.length).toBe(100)
  for (const id of [null, {}, [], true, ''])
    expect(read({ ...booking, id }).bookings[0]?.id).toBeNull()
})

test.each([
  [
    'CloudEvents',
    { specversion: '1.0', type: 'booking_status_changed', id: 'evt-1', data: booking },
  ],
  [
    'JSON:API',
    { data: { id: 'b-1', type: 'bookings', attributes: { ...booking, id: undefined } } },
  ],
  ['the second of two contents', { data: {}, message: { booking } }],
  ['before and after', { before: { ...booking, status: 'pending' }, after: booking }],
  [
    'the id of the booking beside that of the event',
    { ...booking, id: 'evt-1', booking_id: 'b-1' },
  ],
  ['the id outside', { booking_id: 'b-1', booking: { ...booking, id: undefined } }],
  ['the vehicle outside', { vehicle: { id: 'v-1', our_ref: 'KB-1' }, booking: withoutVehicle }],
  [
    'the vehicle’s id outside',
    { vehicle_id: 'v-1', vehicle_our_ref: 'KB-1', data: withoutVehicle },
  ],
])('%s: one booking', (_form, body) => {
  expect(read(body).bookings.map(({ record: _, ...facts }) => facts)).toEqual([
    { ...found, mtime: booking.mtime, isWhole: true },
  ])
})

const json = JSON.stringify(booking)
const base64 = Buffer.from(json).toString('base64')

test.each([
  ['Data', { Event: CHANGED, Data: booking }],
  ['BOOKING', { BOOKING: booking }],
  ['value', { value: booking, sent: 1 }],
  ['result', { result: [booking], sent: 1 }],
  ['a name of its own beside others', { reservation: booking, sent: 1 }],
  ['the message of Amazon SNS', { Type: 'Notification', MessageId: 'm-1', Message: json }],
  [
    'the body of Amazon SQS',
    { Records: [{ messageId: 'm-1', body: JSON.stringify({ Message: json }) }] },
  ],
  ['Base64 of Google Pub/Sub', { message: { data: base64, messageId: '7' }, subscription: 's' }],
  ['JSON written as a text twice', { payload: JSON.stringify(json), sent: 1 }],
  [
    'Base64 with a byte order mark',
    { message: { data: Buffer.from(`\ufeff${json}`).toString('base64') }, subscription: 's' },
  ],
  ['Base64 of CloudEvents', { specversion: '1.0', type: 'x', id: 'e-1', data_base64: base64 }],
  ['Azure Event Grid', [{ id: 'e-1', eventType: 'x', topic: '/a', data: booking }]],
  [
    'old and new of a database',
    { type: 'UPDATE', record: booking, old_record: { ...booking, status: 'x' } },
  ],
])('a booking within %s', (_wrapper, body) => {
  expect(read(body).bookings).toMatchObject([{ ...found, isWhole: true, record: booking }])
})

const item = {
  id: { S: 'b-1' },
  mtime: { S: booking.mtime },
  our_ref: { S: 'JOB-1' },
  status: { S: 'accepted' },
  customer_name: { S: 'Ada' },
  vehicle_id: { S: 'v-1' },
  vehicle_our_ref: { S: 'KB-1' },
}

test.each([
  ['an item', item],
  ['an item of an export', { Item: item }],
  ['items of a scan', { Items: [item], Count: 1, ScannedCount: 1 }],
  [
    'a stream record',
    {
      Records: [
        {
          eventID: '1',
          eventName: 'MODIFY',
          eventSource: 'aws:dynamodb',
          dynamodb: {
            Keys: { id: { S: 'b-1' } },
            NewImage: item,
            OldImage: { ...item, status: { S: 'pending' } },
            SequenceNumber: '4',
          },
        },
      ],
    },
  ],
  ['JSON in a text', { message: JSON.stringify({ Item: item }) }],
])('a booking of DynamoDB: %s', (_form, body) => {
  expect(read(body).bookings).toMatchObject([{ ...found, isWhole: true, record: booking }])
})

test('items of DynamoDB, one a line', () => {
  const second = { ...item, id: { S: 'b-2' } }
  const text = [item, second].map((one) => JSON.stringify({ Item: one })).join('\n')
  expect(readDelivery(text, null).bookings.map(({ id }) => id)).toEqual(['b-1', 'b-2'])
})

test('a reference and its event in any letter case', () => {
  const body = { Event: 'BookingStatusChanged', Data: { BookingId: 'b-1', NewStatus: 'done' } }
  expect(read(body)).toMatchObject({
    event: { name: 'BookingStatusChanged', known: CHANGED },
    bookings: [{ isWhole: false, id: 'b-1', status: 'done' }],
  })
})

test('the event of the message, not that of the queue around it', () => {
  const Message = JSON.stringify({ event: CHANGED, data: booking })
  expect(read({ Type: 'Notification', Message }).event).toEqual(known(CHANGED))
})

test('a request for confirmation has its address, and a message none', () => {
  const SubscribeURL = 'https://queue.example/?Action=ConfirmSubscription&Token=1'
  const request = read({ Type: 'SubscriptionConfirmation', Token: '1', SubscribeURL })
  expect(request).toMatchObject({
    confirmUrl: SubscribeURL,
    event: { name: 'SubscriptionConfirmation' },
  })
  const validationUrl = 'https://grid.example/validate?id=1'
  expect(read([{ eventType: 'Validation', data: { validationUrl } }]).confirmUrl).toBe(
    validationUrl,
  )
  expect(read({ Type: 'UnsubscribeConfirmation', SubscribeURL }).confirmUrl).toBeNull()
  expect(read({ Type: 'Notification', Message: json }).confirmUrl).toBeNull()
  expect(
    read({ Type: 'SubscriptionConfirmation', SubscribeURL: 'javascript:1' }).confirmUrl,
  ).toBeNull()
})

test.each([
  ['one a line', `${json}\n${JSON.stringify({ ...booking, id: 'b-2' })}\n`],
  ['behind each other', `${json}${JSON.stringify({ ...booking, id: 'b-2' }, null, 2)}`],
  ['with doubled commas', `[${json},, ${JSON.stringify({ ...booking, id: 'b-2' })}]`],
  ['with a tab in a text', `[${json}, {"id":"b-2","to_label":"A\tB"}]`],
  ['with trailing commas and comments', `[${json}, // first\n{"id":"b-2","to_label":"A",},]`],
])('several bookings %s', (_form, text) => {
  expect(readDelivery(text, null).bookings.map(({ id }) => id)).toEqual(['b-1', 'b-2'])
})

test('a form in parts', () => {
  const part = (name: string, value: string) =>
    `--xyz\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const text = `${part('event', CHANGED)}${part('booking', json)}--xyz--\r\n`
  for (const contentType of ['multipart/form-data; boundary=xyz', null])
    expect(readDelivery(text, contentType)).toMatchObject({
      form: 'form-encoded',
      event: known(CHANGED),
      bookings: [found],
    })
  const fields = `${part('booking[id]', 'b-1')}${part('booking[status]', 'done')}--xyz--`
  // Names without quotes are allowed, too.
  for (const form of [fields, fields.replaceAll(/name="([^"]*)"/g, 'name=$1')])
    expect(readDelivery(form, null).bookings).toMatchObject([{ id: 'b-1', status: 'done' }])
})

const FORM = 'application/x-www-form-urlencoded'
const escaped = `booking=${encodeURIComponent(JSON.stringify({ ...booking, customer_name: 'Zoë' }))}`
const inLatin1 = 'id=b-1&status=done&customer_name=Zo%EB+N.'

test.each([
  ['in the charset that it names', inLatin1, `${FORM}; charset=iso-8859-1`, 'Zoë N.'],
  ['in ISO-8859-1 without a name', inLatin1, FORM, 'Zoë N.'],
  ['in windows-1252', 'id=b-1&status=done&customer_name=O%92N%E9', FORM, 'O’Né'],
  ['in UTF-8', 'id=b-1&status=done&customer_name=Zo%C3%AB', FORM, 'Zoë'],
  ['in UTF-16', 'id=b-1&status=done&customer_name=Zo%C3%AB', `${FORM}; charset=utf-16`, 'Zoë'],
  ['not escaped', 'id=b-1&status=done&customer_name=Zoë%21', FORM, 'Zoë!'],
  ['sent as JSON', escaped, 'application/json', 'Zoë'],
  ['without a type', escaped, null, 'Zoë'],
  ['of one name', escaped.replace('booking=', ''), FORM, 'Zoë'],
  ['of one name and no value', `${escaped.replace('booking=', '')}=`, FORM, 'Zoë'],
])('a form %s', (_what, text, contentType, name) => {
  const { form, bookings } = readDelivery(text, contentType)
  expect(form).toBe('form-encoded')
  expect(bookings).toMatchObject([{ id: 'b-1', record: { customer_name: name } }])
})

test.each([
  ['half a body', '{"name":"a=b"'],
  ['half a list', '["a=b&c'],
])('%s with an equals sign is no form', (_what, text) => {
  for (const contentType of ['application/json', null])
    expect(readDelivery(text, contentType).form).toBe('unreadable')
})

const inLines = Buffer.from(JSON.stringify({ ...booking, to_label: 'a'.repeat(90) }))
  .toString('base64')
  .replaceAll(/.{76}/g, '$&\r\n')

test.each([
  ['in a field', JSON.stringify({ message: { data: inLines } })],
  ['as the body', `${inLines}\r\n`],
  ['as the body, on one line', base64],
])('Base64 %s', (_where, text) => {
  expect(readDelivery(text, 'text/plain')).toMatchObject({ form: 'json', bookings: [found] })
})

test('JSON:API: type and id of a resource, and its vehicle', () => {
  const sparse = (id: string) => ({ type: 'bookings', id, attributes: { status: 'done' } })
  const related = { relationships: { vehicle: { data: { type: 'vehicles', id: 'v-1' } } } }
  const facts = { isWhole: false, status: 'done' }
  expect(read({ data: { ...sparse('b-1'), ...related } }).bookings).toMatchObject([
    { ...facts, id: 'b-1', vehicleId: 'v-1' },
  ])
  expect(read({ data: [sparse('b-1'), sparse('b-2')] }).bookings).toMatchObject([
    { ...facts, id: 'b-1' },
    { ...facts, id: 'b-2' },
  ])
  expect(read({ data: { ...sparse('v-1'), type: 'vehicles' } }).bookings).toEqual([])
})

test('what looks like a booking beside the subject is none', () => {
  for (const body of [
    { event: 'x', driver: { id: 'd-1', booking_id: 'b-1', status: 'busy' }, at: 1 },
    { error: '{"booking_id":"b-1"}', at: 1 },
    { data: 'eyJub3QiOiBqc29u', at: 1 },
  ])
    expect(read(body).bookings, JSON.stringify(body)).toEqual([])
  const related = { booking, links: [{ booking_id: 'b-9' }] }
  expect(read(related).bookings.map(({ id }) => id)).toEqual(['b-1'])
})

test('texts made to be slow are read within the time of a test', () => {
  const slow = ['"\\', '/*', ',', '{', '[', '"', '{"a":', '\n{', 'eyJ \n', 'a=%EB&', '%7B']
  // Quadratic time would be minutes.
  const length = 2 ** 20
  const forms = slow.map((unit) => readDelivery(unit.repeat(length / unit.length), null).form)
  expect(new Set(forms)).toEqual(new Set(['unreadable', 'form-encoded']))
  // A run that does not end its line.
  for (const unit of [' ', ',', ']'])
    expect(readDelivery(`x${unit.repeat(length / 4)}x`, null).form).toBe('unreadable')
})

test('of several bookings none takes the id that stands outside', () => {
  const anonymous = { ...withoutVehicle, id: undefined, from_label: 'a' }
  const { bookings } = read({
    booking_id: 'b-1',
    vehicle_id: 'v-9',
    bookings: [anonymous, { ...anonymous }],
  })
  expect(bookings).toMatchObject(Array(2).fill({ id: null, vehicleId: null }))
})

test('a status beside the id, or in what comes with it', () => {
  const status = (body: unknown) => read(body).bookings[0]?.status
  expect(status({ booking_id: 'b-1', data: { status: 'done' } })).toBe('done')
  expect(status({ booking_id: 'b-1', previous_status: 'pending', new_status: 'done' })).toBe('done')
  expect(status({ status: 'ok', booking: { ...booking, status: 'done' } })).toBe('done')
  expect(status({ status: 'ok', booking: { ...booking, status: undefined } })).toBeNull()
  const [beside] = read({
    id: 'evt-1',
    booking_id: 'b-1',
    status: 'done',
    vehicle_id: 'v-1',
  }).bookings
  expect(beside).toMatchObject({ id: 'b-1', status: 'done' })
})

test('whole numbers that JavaScript would round are told apart', () => {
  const idIn = (text: string) => readDelivery(text, null).bookings.map(({ id }) => id)
  const long =
    '[{"id":12345678901234567890,"customer_name":"1234567890123456789, 2"},{"id": 12345678901234567891,"from_label":""}]'
  expect(idIn(long)).toEqual(['12345678901234567890', '12345678901234567891'])
  expect(idIn('{"booking_id":7}')).toEqual(['7'])
  const quoted =
    '{"id":"b","customer_name":"\\" 12345678901234567890","totals":{"net":0.12345678901234567}}'
  const record = { customer_name: '" 12345678901234567890', totals: { net: expect.any(Number) } }
  expect(readDelivery(quoted, null).bookings[0]?.record).toMatchObject(record)
})

test.each([
  ['beside the fields of the booking', { event: CHANGED, ...booking }, []],
  ['within an envelope', { message: { event: CHANGED, booking } }, []],
  ['in a header', { booking }, [['x-event', 'booking_status_changed']]],
  ['in a header about topics', booking, [['x-desk-topic', 'booking_status_changed']]],
] as const)('the event %s', (_where, body, headers) => {
  expect(readDelivery(JSON.stringify(body), null, headers).event).toEqual(known(CHANGED))
})

test.each([
  ['vehicle.booking.create', 'vehicle-booking-create'],
  ['VehicleBookingCreated', 'vehicle-booking-create'],
  ['BOOKING_STATUS_CHANGE', 'booking_status_changed'],
  ['booking_status_changes', null],
])('%s is %s', (name, expected) => {
  expect(read({ event: name }).event?.known).toBe(expected)
})
