import { expect, test } from 'vitest'
import { AUDIT_ACTIONS } from '@/lib/api/contract/operators'
import { auditActions, describeAction, describeOutcome } from './audit-words'

test('every recorded action has a label and is a filter', () => {
  expect(auditActions.toSorted()).toEqual(AUDIT_ACTIONS.toSorted())
  expect(describeAction('look-up')).toBe('Look up')
})

test('unknown actions and outcomes are shown as received', () => {
  expect(describeAction('constructor')).toBe('constructor')
  expect(describeOutcome('tea-time')).toBe('tea-time')
})

test('outcomes have labels', () => {
  expect(describeOutcome('ok')).toBe('Done')
  expect(describeOutcome('role-required')).toBe('Not permitted')
  expect(describeOutcome('too-many-tries')).toBe('Too many attempts')
})
