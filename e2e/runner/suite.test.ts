import { expect, test } from 'vitest'
import { isMissed } from './suite'

test.each([
  ['no limit', { met: null }, true, false],
  ['a limit that is met', { met: true }, true, false],
  ['a missed limit', { met: false }, true, true],
  ['a missed time in the quick form', { met: false, isTime: true }, true, false],
  ['a missed time in the full form', { met: false, isTime: true }, false, true],
])('%s', (_what, more, isQuick, missed) => {
  expect(isMissed({ what: '', reached: '', wanted: null, ...more }, isQuick)).toBe(missed)
})
