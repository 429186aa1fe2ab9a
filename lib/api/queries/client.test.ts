import { expect, test } from 'vitest'
import { ApiError } from '@/lib/api/client/errors'
import type { ProblemKind } from '@/lib/api/contract/problems'
import { createQueryClient, query } from './query'

const operator = {
  id: 'o-1',
  name: 'Ada',
  email: 'ada@example.com',
  role: 'viewer',
  twoFactor: false,
} as const

/** A page whose query fails. */
async function afterFailure(kind: ProblemKind, me: typeof operator | null) {
  let ended = 0
  const client = createQueryClient(() => ended++)
  client.setQueryData(query('/api/me').queryKey, { data: { operator: me } } as never)
  client.setQueryData(['vehicle', 'v-1'], 'a driver’s number')
  const fail = () => Promise.reject(new ApiError(kind, 'GET /api/x'))
  await client.fetchQuery({ queryKey: ['x'], queryFn: fail }).catch(() => {})
  await client.fetchQuery({ queryKey: ['y'], queryFn: fail }).catch(() => {})
  return { ended, held: client.getQueryData(['vehicle', 'v-1']) }
}

test('when the session has ended the page forgets everything and says so once', async () => {
  expect(await afterFailure('session-required', operator)).toEqual({ ended: 1, held: undefined })
})

test('it may end before it is known whose it was', async () => {
  let ended = 0
  const client = createQueryClient(() => ended++)
  const refuse = () => Promise.reject(new ApiError('session-required', 'GET /api/me'))
  await client.fetchQuery({ ...query('/api/me'), queryFn: refuse }).catch(() => {})
  expect(ended).toBe(1)
})

test('where nobody was signed in no session ends', async () => {
  expect((await afterFailure('session-required', null)).ended).toBe(0)
})

test.each(['store-unreachable', 'role-required', 'upstream-auth'] as const)(
  'the problem %s ends no session',
  async (kind) => {
    expect(await afterFailure(kind, operator)).toEqual({ ended: 0, held: 'a driver’s number' })
  },
)
