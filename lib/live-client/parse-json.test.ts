import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseInTasks } from './parse-json'

const LARGE = 260_000
const hostile = fc.constantFrom(
  '},{"id":',
  '"upserts":[{',
  '}],"removed":[',
  '"',
  '\\',
  '}],',
  '},{',
  'x'.repeat(LARGE),
  '',
)
const upsert = fc.record({
  id: fc.oneof(hostile, fc.string()),
  status: hostile,
  position: fc.constant({ lat: 1, lng: 2 }),
  functions: fc.array(hostile, { maxLength: 3 }),
})

test('it is JSON.parse, whatever the texts of a delta say and however large it is', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(upsert, { maxLength: 12 }),
      fc.array(hostile, { maxLength: 3 }),
      async (upserts, removed) => {
        const text = JSON.stringify({
          epoch: 'e',
          upserts,
          removed,
          departures: [{ id: 'a', record: upserts[0] ?? null }],
        })
        expect(await parseInTasks(text)).toEqual(JSON.parse(text))
      },
    ),
    { numRuns: 60 },
  )
})

test.each([
  { vehicles: [{ id: 'a'.repeat(LARGE) }] },
  { upserts: [], removed: ['a'.repeat(LARGE)] },
  { upserts: [{ id: 'a'.repeat(LARGE) }] },
  { upserts: null, removed: [{ upserts: ['a'.repeat(LARGE)] }] },
])('a large text of another form is parsed as a whole', async (data) => {
  expect(await parseInTasks(JSON.stringify(data))).toEqual(data)
})

test('a large delta is parsed in several tasks', async () => {
  const upserts = Array.from({ length: 40_000 }, (_, at) => ({ id: `v-${at}`, status: 'available' }))
  let tasks = 0
  const counting = setInterval(() => {
    tasks += 1
  }, 0)
  const parsed = await parseInTasks(JSON.stringify({ upserts, removed: [] }))
  clearInterval(counting)
  expect(parsed).toEqual({ upserts, removed: [] })
  expect(tasks).toBeGreaterThan(3)
})

test('half a large text is an error', async () => {
  const text = JSON.stringify({ upserts: [{ id: 'a'.repeat(LARGE) }], removed: ['b'] })
  await expect(parseInTasks(text.slice(0, -3))).rejects.toThrow(SyntaxError)
})
