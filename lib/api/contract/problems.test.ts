import { expect, test } from 'vitest'
import { problemKinds } from './problems'

// Literal, because the fault and hostile suites take their expected titles from `problemKinds`.
test('status and title of every problem', () => {
  const shown = Object.entries(problemKinds).map(([kind, { status, title }]) => [kind, status, title])
  expect(shown).toEqual([
    ['bad-parameter', 400, 'Invalid parameter'],
    ['no-such-route', 404, 'Address not found'],
    ['not-found', 404, 'Not found'],
    ['request-refused', 422, 'The service refused this request'],
    ['upstream-unreachable', 502, 'Service unreachable'],
    ['upstream-tls', 502, 'No secure connection to the service'],
    ['upstream-timeout', 504, 'Service is slow'],
    ['upstream-auth', 503, 'The service rejected our key'],
    ['upstream-forbidden', 502, 'The service refused access'],
    ['rate-limited', 503, 'The service asked us to slow down'],
    ['upstream-error', 502, 'Service error'],
    ['upstream-redirect', 502, 'The service redirected the request'],
    ['bad-response', 502, 'Unreadable response from the service'],
    ['several-records', 502, 'The service answered with several records'],
    ['too-large', 502, 'The service’s response is too large'],
    ['busy', 503, 'Kerbside is busy'],
    ['operator-limit', 429, 'You have too many live maps open'],
    ['address-limit', 429, 'Too many live maps are open at your network address'],
    ['capacity-limit', 503, 'Kerbside has no room for another live map'],
    ['session-required', 401, 'You are signed out'],
    ['role-required', 403, 'Your role does not allow this'],
    ['foreign-origin', 403, 'Request from another site'],
    ['sign-in-failed', 401, 'Sign-in failed'],
    ['wrong-code', 401, 'Wrong code'],
    ['too-many-tries', 429, 'Too many attempts'],
    ['sign-in-busy', 429, 'Too many people are signing in'],
    ['link-ended', 410, 'This link is no longer valid'],
    ['operator-exists', 409, 'An operator with this e-mail address exists'],
    ['own-account', 409, 'This is your own account'],
    ['last-administrator', 409, 'This is the last administrator'],
    ['watch-list-full', 409, 'The watch list is full'],
    ['too-many-webhooks', 409, 'There are 50 webhook addresses'],
    ['recordings-limit', 429, 'You asked for too many recordings at once'],
    ['recording-off', 409, 'Recording is switched off'],
    ['store-unreachable', 503, 'Kerbside cannot reach its database'],
    ['disk-full', 503, 'The disk of Kerbside’s database is full'],
    ['internal', 500, 'Kerbside error'],
  ])
})
