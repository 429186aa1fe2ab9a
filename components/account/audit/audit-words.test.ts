import { expect, test } from 'vitest'
import { AUDIT_ACTIONS } from '@/lib/api/contract/operators'
import { auditActions, describeAction, describeOutcome } from './audit-filter-form'

test('every recorded action is a filter', () => {
  expect(auditActions.toSorted()).toEqual(AUDIT_ACTIONS.toSorted())
})

test.each([
  [describeAction, 'look-up', 'Look up'],
  [describeOutcome, 'ok', 'Done'],
  [describeOutcome, 'role-required', 'Not permitted'],
  [describeOutcome, 'too-many-tries', 'Too many attempts'],
  // Unknown ones are shown as received.
  [describeAction, 'constructor', 'constructor'],
  [describeOutcome, 'tea-time', 'tea-time'],
])('%o of %s is “%s”', (describe, word, words) => expect(describe(word)).toBe(words))
