import { expect, it } from 'vitest'
import { PROBLEM_TYPE_PREFIX, type ProblemKind, problemKinds } from '@/lib/contract/problems'
import { lookUpReference } from './reference-lookup'

const never = new AbortController().signal

function answering(response: Response) {
  const asked: string[] = []
  const fetch = async (path: unknown) => {
    asked.push(String(path))
    return response
  }
  return { asked, fetch: fetch as typeof globalThis.fetch }
}

function problem(kind: ProblemKind, retryAfterMs: number | null = null): Response {
  const { title, status } = problemKinds[kind]
  return Response.json(
    { type: PROBLEM_TYPE_PREFIX + kind, title, status, detail: '', retryAfterMs },
    { status },
  )
}

it.each(['depot/7', 'a?b#c&d', '100% 🚕', ' two  spaces ', 'سيارة 7', '../bookings/example', '+'])(
  'asks for %s as it is written, and keeps the id alone',
  async (ourRef) => {
    const record = { record: { id: 'v-7', our_ref: ourRef, driver_name: 'Ada' }, unreadable: [], raw: {} }
    const { fetch, asked } = answering(Response.json({ data: record, meta: {} }))
    expect(await lookUpReference(ourRef, never, fetch)).toEqual({ kind: 'found', vehicleId: 'v-7' })
    const url = new URL(asked[0] as string, 'http://localhost')
    expect([url.pathname, [...url.searchParams]]).toEqual(['/api/vehicles/by-our-ref', [['our_ref', ourRef]]])
  },
)

it('tells what the service did not find from what failed', async () => {
  const answer = (response: Response) => lookUpReference('x', never, answering(response).fetch)
  expect(await answer(problem('not-found'))).toEqual({ kind: 'not-found' })
  expect(await answer(problem('upstream-timeout'))).toEqual({ kind: 'failed', problem: 'upstream-timeout' })
  expect(await answer(problem('upstream-auth', 30_000))).toEqual({ kind: 'failed', problem: 'upstream-auth' })
  expect(await answer(new Response('<html>', { status: 502 }))).toEqual({
    kind: 'failed',
    problem: 'kerbside-unreachable',
  })
})

it('waits as long as the server says, and a while when it does not say', async () => {
  const answer = (response: Response) => lookUpReference('x', never, answering(response).fetch)
  expect(await answer(problem('rate-limited', 61_000))).toEqual({ kind: 'pause', pauseMs: 61_000 })
  expect(await answer(problem('rate-limited'))).toEqual({ kind: 'pause', pauseMs: 5_000 })
  expect(await answer(problem('busy'))).toEqual({ kind: 'pause', pauseMs: 2_000 })
})
