import { expect, test } from 'vitest'
import { isPassed, runSuite, type Suite, type SuitePart } from './suite'
import type { ResultRow } from './table'

const row = (more: Partial<ResultRow>): ResultRow => ({
  what: '',
  reached: '',
  wanted: '',
  met: true,
  ...more,
})
const options = { quick: true, log: () => {} }

/** Parts that note when they begin and end. */
function suiteOf(names: readonly string[], concurrent: readonly string[]) {
  const events: string[] = []
  const part =
    (name: string): SuitePart =>
    async () => {
      events.push(`${name} begins`)
      await Promise.resolve()
      events.push(`${name} ends`)
      if (name === 'broken') throw new Error('broken')
      return { title: name, rows: [] }
    }
  const parts = Object.fromEntries(names.map((name) => [name, part(name)]))
  return { suite: { parts, concurrent, failsOnMiss: true } satisfies Suite, events }
}

test('in the quick form the waiting parts run together and the measuring ones alone', async () => {
  const { suite, events } = suiteOf(['load', 'fields', 'key'], ['fields', 'key'])
  const { tables } = await runSuite(suite, ['load', 'fields', 'key'], options)
  expect(events).toEqual([
    ...['fields begins', 'key begins', 'fields ends', 'key ends'],
    ...['load begins', 'load ends'],
  ])
  expect(tables.map(({ title }) => title)).toEqual(['load', 'fields', 'key'])
})

test('a part that ends early keeps what it measured, and is a failure', async () => {
  const table = { title: 'map', rows: [row({})], failure: 'Kerbside, 1000 vehicles: not drawn' }
  const lines: string[] = []
  const suite: Suite = { parts: { map: async () => table }, concurrent: [], failsOnMiss: false }
  const result = await runSuite(suite, ['map'], { quick: true, log: (line) => void lines.push(line) })
  expect(result).toEqual({ tables: [table], failures: ['map'] })
  expect(lines.at(-1)).toContain(table.failure)
  expect(isPassed(suite, result, options)).toBe(false)
})

test('a part that throws is a failure, and the others run', async () => {
  const { suite } = suiteOf(['broken', 'key'], [])
  const result = await runSuite(suite, ['broken', 'key'], options)
  expect(result.failures).toEqual(['broken'])
  expect(result.tables).toHaveLength(1)
  expect(isPassed({ ...suite, failsOnMiss: false }, result, options)).toBe(false)
})

test.each([
  ['nothing missed', row({}), { quick: true }, true, true],
  ['no target', row({ met: null }), { quick: false }, true, true],
  ['a missed target', row({ met: false }), { quick: true }, true, false],
  ['a missed target where figures only inform', row({ met: false }), { quick: true }, false, true],
  ['a missed time in the quick form', row({ met: false, isTime: true }), { quick: true }, true, true],
  ['a missed time in the full form', row({ met: false, isTime: true }), { quick: false }, true, false],
])('%s', (_what, one, form, failsOnMiss, passed) => {
  const { suite } = suiteOf([], [])
  const result = { tables: [{ title: '', rows: [one] }], failures: [] }
  expect(isPassed({ ...suite, failsOnMiss }, result, form)).toBe(passed)
})
