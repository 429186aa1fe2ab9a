import { expect, test } from 'vitest'
import { isPassed } from './suite'
import type { ResultRow } from './table'

const row = (more: Partial<ResultRow>): ResultRow => ({
  what: '',
  reached: '',
  wanted: '',
  met: true,
  ...more,
})

test.each([
  ['nothing missed', row({}), { quick: true }, true, true],
  ['no target', row({ met: null }), { quick: false }, true, true],
  ['a missed target', row({ met: false }), { quick: true }, true, false],
  ['a missed target where figures only inform', row({ met: false }), { quick: true }, false, true],
  [
    'a missed time in the quick form',
    row({ met: false, isTime: true }),
    { quick: true },
    true,
    true,
  ],
  [
    'a missed time in the full form',
    row({ met: false, isTime: true }),
    { quick: false },
    true,
    false,
  ],
])('%s', (_what, one, form, failsOnMiss, passed) => {
  const tables = [{ title: '', rows: [one] }]
  const suite = { parts: {}, concurrent: [], failsOnMiss }
  expect(isPassed(suite, { tables, failures: [] }, form)).toBe(passed)
  expect(isPassed(suite, { tables, failures: ['a part that ended early'] }, form)).toBe(false)
})
