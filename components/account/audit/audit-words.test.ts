import { expect, test } from 'vitest'
import { AUDIT_ACTIONS } from '@/lib/api/contract/operators'
import { auditActions, auditOutcomes, inWords } from './audit-filter-form'

test('every recorded action is a filter', () => {
  expect([...auditActions.keys()].toSorted()).toEqual(AUDIT_ACTIONS.toSorted())
})

test.each([
  ['look-up', 'Look up', auditActions],
  ['ok', 'Done', auditOutcomes],
  ['role-required', 'Not permitted', auditOutcomes],
  ['too-many-tries', 'Too many attempts', auditOutcomes],
  // Unknown ones are shown as received.
  ['constructor', 'constructor', auditActions],
  ['tea-time', 'tea-time', auditOutcomes],
])('%s is “%s”', (word, words, all) => expect(inWords(all, word)).toBe(words))
