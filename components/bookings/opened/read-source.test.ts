import { expect, it } from 'vitest'
import type { ListedRecord } from '@/components/bookings/table/listed-record'
import { bookingFields } from '@/lib/interface/fields/booking-fields'
import { exampleOf } from '@/lib/interface/fields/fields'
import { MOST_BYTES, MOST_RECORDS, type ReaderMessage, readSource } from './read-source'

async function read(
  source: BlobPart,
): Promise<{ records: ListedRecord[]; messages: ReaderMessage[] }> {
  const messages: ReaderMessage[] = []
  for await (const one of readSource(new Blob([source]))) messages.push(one)
  return {
    messages,
    records: messages.flatMap((one) => (one.kind === 'records' ? one.records : [])),
  }
}

const ids = ({ records }: { records: ListedRecord[] }) =>
  records.map(({ inspected }) => inspected.record.id ?? null)

it.each([
  ['one', '{"id":"b-1"}', ['b-1']],
  ['a wrapper', '{"booking":{"id":"b-1"}}', ['b-1']],
  ['an array', '[{"id":"b-1"},{"id":"b-2"}]', ['b-1', 'b-2']],
  ['an array of wrappers', '[{"booking":{"id":"b-1"}},{"id":"b-2"}]', ['b-1', 'b-2']],
  ['one per line with CR LF', '{"booking":{"id":"b-1"}}\r\n{"id":"b-2"}\r\n\r\n', ['b-1', 'b-2']],
  ['text after a byte order mark', '\ufeff[{"id":"b-1"}]', ['b-1']],
  ['lines of an array, the last cut off', '[{"id":"b-1"},\n{"id":"b-2"},\n{"id":', ['b-1', 'b-2']],
  [
    'wrapped records, one per line',
    '{"data":[{"id":"b-1"}]}\n{"data":{"id":"b-2"}}',
    ['b-1', 'b-2'],
  ],
  ['several over lines', '{\n "id": "b-1"\n}\n{\n "id": "b-2"\n}\n', ['b-1', 'b-2']],
  ['several behind each other', '{"id":"b-1"}{"id":"b-2"}', ['b-1', 'b-2']],
  ['a JSON text sequence', '\x1e{"id":"b-1"}\n\x1e{"id":"b-2"}\n', ['b-1', 'b-2']],
  [
    'a wrapper over lines, the last cut off',
    '{"bookings": [\n {\n  "id": "b-1"\n },\n {\n  "id": "b-2"\n },\n {\n  "id": "b-3",\n',
    ['b-1', 'b-2'],
  ],
  [
    'comments and trailing commas',
    '[{"id":"b-1"}, // paid\n {"id":"b-2",}, /* "x" */]',
    ['b-1', 'b-2'],
  ],
  ['NaN', '{"id":"b-1","totals":{"net":NaN,"tax":-Infinity}}', ['b-1']],
  [
    'JSON text in a column',
    '[{"id":1,"payload":"{\\"id\\":\\"b-1\\",\\"to_label\\":\\"A\\"}"},{"id":2,"payload":"{\\"id\\":\\"b-2\\",\\"to_label\\":\\"B\\"}"}]',
    ['b-1', 'b-2'],
  ],
  ['a form', 'event=booking_status_changed&booking[id]=b-1&booking[status]=done', ['b-1']],
  ['a reference to one', '{"booking_id":"b-1","status":"done"}', ['b-1']],
  ['a bulk export', '{"index":{"_id":1}}\n{"id":"b-1","when":"now"}', ['b-1']],
])('bookings are read from %s', async (_, text, expected) => {
  expect(ids(await read(text))).toEqual(expected)
})

it('bookings are read from a file in UTF-16, as its mark says', async () => {
  const text = '\ufeff[{"id":"b-ü"}]'
  expect(ids(await read(Uint16Array.from(text, (unit) => unit.charCodeAt(0))))).toEqual(['b-ü'])
})

it('bookings are read with NaN as it came, and with what is said of one that is only referred to', async () => {
  const { records } = await read(
    '{"id":"b-1","totals":{"net":NaN}}\n{"booking_id":"b-2","status":"done"}',
  )
  expect(records[0]?.inspected.raw.totals).toEqual({ net: 'NaN' })
  expect(records[1]?.inspected.raw).toEqual({ id: 'b-2', status: 'done' })
  expect(records[1]?.value).toEqual({ booking_id: 'b-2', status: 'done' })
})

it('bookings are read from ISO-8859-1, which says no charset in a file', async () => {
  const bytes = Uint8Array.from('{"id":"b-é"}', (letter) => letter.charCodeAt(0))
  expect(ids(await read(bytes))).toEqual(['b-é'])
})

it('bookings are read with their time, distance and search text', async () => {
  const booking = {
    id: 'b-1',
    ctime: '2026-07-01 12:00:00.000 GMT',
    customer_name: 'Orla PENHALLOW',
    from_position: { lat: 0, lng: 1 },
    to_position: { lat: 0, lng: 2 },
    totals: { code: 'WELCOME' },
  }
  const { records } = await read(JSON.stringify(booking))
  expect(records[0]).toMatchObject({ createdMs: Date.UTC(2026, 6, 1, 12), index: 0 })
  expect(records[0]?.distanceMetres).toBeCloseTo(111_195, 0)
  for (const word of ['orla penhallow', 'welcome', 'b-1'])
    expect(records[0]?.searchText).toContain(word)
})

it('bookings are read with the number of findings inside the wrapper', async () => {
  const example = exampleOf(bookingFields)
  const lines = [
    JSON.stringify({ booking: example }),
    JSON.stringify({ booking: { ...example, id: {}, ctime: 'soon', tip: 1 } }),
    JSON.stringify(example).replace('{', '{"id":"b-0",'),
  ]
  const { records } = await read(lines.join('\n'))
  expect(records.map(({ findings }) => findings)).toEqual([
    { error: 0, warning: 0, note: 0 },
    { error: 1, warning: 1, note: 1 },
    { error: 0, warning: 1, note: 0 },
  ])
  expect(records.map(({ losses }) => losses.length)).toEqual([0, 0, 1])
})

it('bookings are read although a line is cut off, which is named', async () => {
  const text = `${'{"id":"b"}\n'.repeat(200)}{"id":"b-201","custo`
  const { records, messages } = await read(text)
  expect(records).toHaveLength(200)
  expect(messages.at(-1)).toEqual({ kind: 'done', leftOut: { lines: [201], values: 0 } })
})

it('bookings are read with the details that parsing loses, each with its own record', async () => {
  const { records } = await read(
    '{"data":[{"booking":{"id":"b-1","tip":12345678901234567890}},{"booking":{"id":"b-2","tip":1,"tip":2}}]}',
  )
  expect(records.map(({ losses, within }) => [within, losses.map(({ path }) => path)])).toEqual([
    [['booking'], [['booking', 'tip']]],
    [['booking'], [['booking', 'tip']]],
  ])
  expect(records.map(({ findings }) => findings.warning)).toEqual([1, 1])
})

it('bookings are read without values that are none, which are counted, as are those nested too deeply', async () => {
  const deep = `{"id":"b-2","x":${'['.repeat(200)}${']'.repeat(200)}}`
  const { records, messages } = await read(
    `[{"id":"b-1"},{"shoe":"left"},{"status":"ok"},7,${deep}]`,
  )
  expect(records.map(({ inspected }) => inspected.record.id)).toEqual(['b-1'])
  expect(messages.at(-1)).toEqual({ kind: 'done', leftOut: { lines: [], values: 3 } })
})

it('bookings are read with hostile names as plain data', async () => {
  const { records } = await read(
    '{"id":"b-1","to_label":"A","__proto__":{"status":"x"},"constructor":1}',
  )
  expect(records[0]?.inspected.record.status).toBeNull()
  expect(Object.keys(records[0]?.value as object)).toEqual([
    'id',
    'to_label',
    '__proto__',
    'constructor',
  ])
})

it('bookings are read up to the limit, in batches', async () => {
  const { records, messages } = await read(`[${'{"id":"b"},'.repeat(MOST_RECORDS - 1)}{"id":"b"}]`)
  expect(records).toHaveLength(MOST_RECORDS)
  expect(records.at(-1)?.index).toBe(MOST_RECORDS - 1)
  expect(messages.length).toBeGreaterThan(10)
  expect(messages.at(-1)).toEqual({ kind: 'done', leftOut: { lines: [], values: 0 } })
})

const faultOf = async (source: BlobPart) => {
  const { messages } = await read(source)
  expect(messages).toHaveLength(1)
  return messages[0]?.kind === 'fault' ? messages[0].fault : null
}

it.each<[string, BlobPart, object]>([
  [
    'too many',
    '{"id":"b"}\n'.repeat(MOST_RECORDS + 2),
    { kind: 'too-many', records: MOST_RECORDS + 2 },
  ],
  // Unread.
  ['too big', ' '.repeat(MOST_BYTES + 1), { kind: 'too-big', bytes: MOST_BYTES + 1 }],
  ...[
    '',
    ' \r\n',
    '[]',
    '\ufeff',
    '7',
    '{"status":"ok","data":[]}',
    '[{"status":"x"}]',
    '{}\n{}',
    '[{"id":1,"name":"Ada","email":"a@example.com"},{"id":2,"name":"Bo","email":"b@example.com"}]',
    '[{"id":1,"payload":"none"}]',
    '["KB-1","KB-2"]',
  ].map((text): [string, BlobPart, object] => [
    `without bookings: ${text}`,
    text,
    { kind: 'no-bookings' },
  ]),
  ['another table', '"line","our_ref","status"\r\n"1","KB-1","busy"\r\n', { kind: 'no-bookings' }],
  ['not text', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0xff, 0, 0x7d]), { kind: 'not-text' }],
])('refuses a source %s', async (_what, source, fault) => {
  expect(await faultOf(source)).toEqual(fault)
})

it.each([
  ['\r\n{"id":}', 2, 7],
  ['{\n  "id": "b-1"\n  "when": "now"\n}', 3, 3],
  ['['.repeat(1_000), 1, 1_001],
])('refuses a source that is not JSON, with the position: %#', async (text, line, column) => {
  expect(await faultOf(text)).toEqual({ kind: 'malformed', line, column })
})
