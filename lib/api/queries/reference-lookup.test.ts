import { expect, it } from 'vitest'
import { PROBLEM_TYPE_PREFIX, type ProblemKind, problemKinds } from '@/lib/api/contract/problems'
import { lookUpReference, lookUpVehicle } from './reference-lookup'

const never = new AbortController().signal

function answering(response: Response) {
  const asked: unknown[] = []
  const fetch = async (path: unknown, { body }: RequestInit) => {
    asked.push([path, JSON.parse(String(body))])
    return response
  }
  return { asked, fetch: fetch as typeof globalThis.fetch }
}

const vehicle = {
  record: { id: 'v-7', make: 'Prius', driver_name: 'Ada' },
  unreadable: [],
  raw: {},
}
const found = { kind: 'found', vehicle, live: null }
const known = () => Response.json({ data: [vehicle], meta: {} })

/** Answers the record, then the status. */
function answeringBoth(status: Response): typeof globalThis.fetch {
  return async (path) => (String(path).endsWith('/v-7/status') ? status : known())
}

function problem(kind: ProblemKind, retryAfterMs: number | null = null): Response {
  const { title, status } = problemKinds[kind]
  return Response.json(
    { type: PROBLEM_TYPE_PREFIX + kind, title, status, detail: '', retryAfterMs },
    { status },
  )
}

it.each(['depot/7', 'a?b#c&d', '100% 🚕', ' two  spaces ', 'سيارة 7', '../bookings/example', '+'])(
  'asks for %s as it is written, and takes what a list shows',
  async (ourRef) => {
    const { fetch, asked } = answering(known())
    expect(await lookUpReference(ourRef, never, fetch)).toEqual(found)
    expect(asked).toEqual([['/api/vehicles/by-our-ref', { spellings: [ourRef] }]])
  },
)

it('tells what the service did not find from what failed', async () => {
  const answer = (response: Response) => lookUpReference('x', never, answering(response).fetch)
  expect(await answer(Response.json({ data: [null], meta: {} }))).toEqual({ kind: 'not-found' })
  expect(await answer(problem('upstream-timeout'))).toEqual({
    kind: 'failed',
    problem: 'upstream-timeout',
  })
  expect(await answer(problem('upstream-auth', 30_000))).toEqual({
    kind: 'failed',
    problem: 'upstream-auth',
  })
  const refused = {
    type: `${PROBLEM_TYPE_PREFIX}request-refused`,
    detail: 'The service answered 400: “odd”',
  }
  expect(await answer(Response.json(refused, { status: 422 }))).toEqual({
    kind: 'failed',
    problem: 'request-refused',
    detail: 'The service answered 400: “odd”',
  })
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

it('adds status, report and position of the vehicle', async () => {
  const live = {
    status: 'busy',
    mtime: '2026-05-01T08:30:00Z',
    position: { lat: 51.5, lng: -0.12 },
  }
  const fetch = answeringBoth(Response.json({ data: { record: live }, meta: {} }))
  expect(await lookUpVehicle('KB-7', never, fetch)).toEqual({ ...found, live })
})

it('does not lose the vehicle to a failure of its status, and waits when told to', async () => {
  const answer = (status: Response) => lookUpVehicle('KB-7', never, answeringBoth(status))
  expect(await answer(problem('upstream-error'))).toEqual(found)
  expect(await answer(problem('not-found'))).toEqual(found)
  expect(await answer(problem('rate-limited', 9_000))).toEqual({ kind: 'pause', pauseMs: 9_000 })
})
