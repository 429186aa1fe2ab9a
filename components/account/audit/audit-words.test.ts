import { expect, test } from 'vitest'
import { AUDIT_ACTIONS } from '@/lib/api/contract/operators'
import { auditActions, auditOutcomes, inWords } from './audit-filter-form'

test('every recorded action is a filter', () => {
  expect([...auditActions.keys()].toSorted()).toEqual(AUDIT_ACTIONS.toSorted())
})

test('an unknown action or outcome is shown as received', () => {
  expect(inWords(auditActions, 'constructor')).toBe('constructor')
  expect(inWords(auditOutcomes, 'tea-time')).toBe('tea-time')
})
