import { expect, test } from 'vitest'
import { AUDIT_ACTIONS } from '@/lib/contract/operators'
import { auditActions, describeAction, describeOutcome } from './audit-words'

test('everything that is written down can be filtered by and has words', () => {
  expect(auditActions.toSorted()).toEqual(AUDIT_ACTIONS.toSorted())
  expect(describeAction('look-up')).toBe('Look up')
})

test('an action and an outcome that are not known stand as they came', () => {
  expect(describeAction('constructor')).toBe('constructor')
  expect(describeOutcome('tea-time')).toBe('tea-time')
})

test('an outcome says why not', () => {
  expect(describeOutcome('ok')).toBe('Done')
  expect(describeOutcome('role-required')).toBe('Not permitted')
})
