import { expect, test } from 'vitest'
import { observedService } from './alerts'

test('nothing is known of the service before the first call', () => {
  const lastSuccessAt = '2026-01-01T12:00:00.000Z'
  const failure = 'upstream-unreachable'
  expect(observedService({ lastSuccessAt: null, failure: null })).toBeNull()
  expect(observedService({ lastSuccessAt: null, failure })).toEqual({ failure })
  expect(observedService({ lastSuccessAt, failure: null })).toEqual({ failure: null })
})
