import { expect, test } from 'vitest'
import type { ProblemKind } from '@/lib/api/contract/problems'
import { ApiError, describeError, errorOfAnswer, isNewError } from './errors'

function failed(kind: ProblemKind, retryAfterMs: number | null = null) {
  const type = `urn:kerbside:problem:${kind}`
  return errorOfAnswer('GET /api/x', 503, {
    type,
    detail: 'it failed',
    requestId: 'r-1',
    retryAfterMs,
  })
}

test('a record’s problem says until when the service is left alone, as a list’s does', () => {
  const beforeMs = Date.now()
  const { pausedUntilMs } = describeError(failed('rate-limited', 60_000))
  expect(pausedUntilMs).toBeGreaterThanOrEqual(beforeMs + 60_000)
  expect(pausedUntilMs).toBeLessThanOrEqual(Date.now() + 60_000)
  // A rejected key is no pause that a dispatcher could wait for.
  expect(describeError(failed('upstream-auth', 30_000)).pausedUntilMs).toBeNull()
})

test('what a refusal quotes is shown, and what to change where the parameter is known', () => {
  const refused = (detail: string, parameter?: string) =>
    describeError(
      errorOfAnswer('GET /api/x', 422, {
        type: 'urn:kerbside:problem:request-refused',
        detail,
        parameter,
      }),
    )
  expect(refused('The service answered 400.', 'type')).toMatchObject({
    advice: 'Change the vehicle type and try again.',
    detail: 'The service answered 400.',
  })
  expect(refused('The service answered 400.', 'limit').advice).toMatch(/^Change it and try again/)
})

test('the same failure is no news, another one and a longer pause are', () => {
  const paused = (untilMs: number) => new ApiError('rate-limited', '', { retryAfterMs: 0 }, untilMs)
  expect(isNewError(failed('upstream-timeout'), failed('upstream-timeout'))).toBe(false)
  expect(isNewError(failed('upstream-error'), failed('upstream-timeout'))).toBe(true)
  expect(isNewError(paused(61_000), paused(60_000))).toBe(false)
  expect(isNewError(paused(90_000), paused(60_000))).toBe(true)
  expect(isNewError(null, paused(60_000))).toBe(true)
  expect(isNewError(failed('upstream-error'), null)).toBe(true)
  expect(isNewError(null, null)).toBe(false)
})
