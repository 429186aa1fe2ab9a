import { expect, test } from 'vitest'
import { problemKinds } from './problems'

const kinds = Object.entries(problemKinds)

test('scripts tell failures apart by these statuses', () => {
  const statuses = Object.fromEntries(kinds.map(([kind, { status }]) => [kind, status]))
  expect(statuses).toMatchObject({
    'bad-parameter': 400,
    'session-required': 401,
    'role-required': 403,
    'not-found': 404,
    'request-refused': 422,
    'operator-limit': 429,
    internal: 500,
    'bad-response': 502,
    busy: 503,
    'store-unreachable': 503,
    'upstream-timeout': 504,
  })
})

test.each(kinds)(
  '%s has a title of its own and says what to do',
  (kind, { status, title, advice }) => {
    expect(kinds.filter(([, other]) => other.title === title)).toEqual([
      [kind, problemKinds[kind as never]],
    ])
    expect(title).toMatch(/^[A-Z].{5,55}[^.]$/)
    expect(advice).toMatch(/^[A-Z].{10,}\.$/s)
    expect(status >= 400 && status < 600).toBe(true)
  },
)
