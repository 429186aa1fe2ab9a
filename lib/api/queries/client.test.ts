import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '@/lib/api/client/errors'
import { PROBLEM_TYPE_PREFIX, type ProblemKind, problemKinds } from '@/lib/api/contract/problems'
import { createQueryClient, query } from './query'

const operator = {
  id: 'o-1',
  name: 'Ada',
  email: 'ada@example.com',
  role: 'viewer',
  twoFactor: false,
} as const

function refusal(): Response {
  const { status, title } = problemKinds['session-required']
  const problem = { type: `${PROBLEM_TYPE_PREFIX}session-required`, title, status }
  return Response.json(problem, { status })
}
const fail = (kind: ProblemKind) => () => Promise.reject(new ApiError(kind, 'GET /api/x'))

/** A page with an operator or without one; `answer` is the server's of `/api/me`. */
function openPage(me: typeof operator | null, answer: () => Response = refusal) {
  const page = { ended: 0, client: createQueryClient(() => page.ended++), asked: 0 }
  vi.stubGlobal('fetch', async () => {
    page.asked += 1
    return answer()
  })
  page.client.setQueryData(query('/api/me').queryKey, { data: { operator: me } } as never)
  page.client.setQueryData(['vehicle', 'v-1'], 'a driver’s number')
  return page
}

const heldBy = ({ client }: ReturnType<typeof openPage>) => client.getQueryData(['vehicle', 'v-1'])

/** Two queries fail, and what follows from it is over. */
async function failTwice({ client }: ReturnType<typeof openPage>, kind: ProblemKind) {
  await client.fetchQuery({ queryKey: ['x'], queryFn: fail(kind) }).catch(() => {})
  await client.fetchQuery({ queryKey: ['y'], queryFn: fail(kind) }).catch(() => {})
  await new Promise((resolve) => setTimeout(resolve, 20))
}

afterEach(() => vi.unstubAllGlobals())

test('when the session has ended the page forgets everything and says so once', async () => {
  const page = openPage(operator)
  await failTwice(page, 'session-required')
  expect([page.ended, heldBy(page)]).toEqual([1, undefined])
})

test('it may end before it is known whose it was', async () => {
  const page = openPage(operator)
  page.client.clear()
  await page.client.fetchQuery(query('/api/me')).catch(() => {})
  expect(page.ended).toBe(1)
})

test('where nobody was signed in no session ends', async () => {
  const page = openPage(null)
  await failTwice(page, 'session-required')
  expect([page.ended, page.asked]).toEqual([0, 0])
})

test.each(['store-unreachable', 'role-required', 'upstream-auth'] as const)(
  'the problem %s ends no session',
  async (kind) => {
    const page = openPage(operator)
    await failTwice(page, kind)
    expect([page.ended, page.asked, heldBy(page)]).toEqual([0, 0, 'a driver’s number'])
  },
)

test('a request with the cookie before a change of one’s own two-factor ends no session', async () => {
  let isChanged = false
  const page = openPage(operator, () =>
    isChanged ? Response.json({ data: { operator }, meta: {} }) : refusal(),
  )
  let finish = () => {}
  const change = page.client.getMutationCache().build(page.client, {
    mutationFn: () =>
      new Promise<void>((resolve) => {
        finish = resolve
      }),
  })
  const isDone = change.execute(undefined)
  await failTwice(page, 'session-required')
  expect([page.ended, page.asked]).toEqual([0, 0])

  isChanged = true
  finish()
  await isDone
  await vi.waitFor(() => expect(page.asked).toBe(1))
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect([page.ended, heldBy(page)]).toEqual([0, 'a driver’s number'])
})

test('a session that ended meanwhile ends once the change has settled', async () => {
  const page = openPage(operator)
  const change = page.client.getMutationCache().build(page.client, {
    mutationFn: fail('session-required'),
  })
  await change.execute(undefined).catch(() => {})
  await vi.waitFor(() => expect(page.ended).toBe(1))
  expect(heldBy(page)).toBeUndefined()
})
