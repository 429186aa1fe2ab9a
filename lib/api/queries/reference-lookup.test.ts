import { expect, it } from 'vitest'
import { PROBLEM_TYPE_PREFIX, type ProblemKind, problemKinds } from '@/lib/api/contract/problems'
import { lookUpReference, lookUpVehicle } from './reference-lookup'

const never = new AbortController().signal

function answering(response: Response) {
  const asked: string[] = []
  const fetch = async (path: unknown) => {
    asked.push(String(path))
    return response
  }
  return { asked, fetch: fetch as typeof globalThis.fetch }
}

const ada = {
  record: { id: 'v-7', make: 'Prius', licence_plate: 'KB23 XYZ', driver_name: 'Ada', year: 2020 },
  unreadable: [],
}
const vehicle = {
  make: 'Prius',
  licencePlate: 'KB23 XYZ',
  driverName: 'Ada',
  isDriverWithheld: false,
  live: null,
}

/** Answers the record, then the status. */
function answeringBoth(status: Response, record: object = ada): typeof globalThis.fetch {
  return async (path) =>
    String(path).endsWith('/v-7/status') ? status : Response.json({ data: record, meta: {} })
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
    const { fetch, asked } = answering(Response.json({ data: { ...ada, raw: {} }, meta: {} }))
    expect(await lookUpReference(ourRef, never, fetch)).toEqual({ kind: 'found', vehicleId: 'v-7', vehicle })
    const url = new URL(asked[0] as string, 'http://localhost')
    expect([url.pathname, [...url.searchParams]]).toEqual(['/api/vehicles/by-our-ref', [['our_ref', ourRef]]])
  },
)

it('tells what the service did not find from what failed', async () => {
  const answer = (response: Response) => lookUpReference('x', never, answering(response).fetch)
  expect(await answer(problem('not-found'))).toEqual({ kind: 'not-found' })
  expect(await answer(problem('upstream-timeout'))).toEqual({ kind: 'failed', problem: 'upstream-timeout' })
  expect(await answer(problem('upstream-auth', 30_000))).toEqual({ kind: 'failed', problem: 'upstream-auth' })
  const refused = { type: `${PROBLEM_TYPE_PREFIX}request-refused`, detail: 'The service answered 400: “odd”' }
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
  const live = { status: 'busy', mtime: '2026-05-01T08:30:00Z', position: { lat: 51.5, lng: -0.12 } }
  const fetch = answeringBoth(Response.json({ data: { record: { id: 'v-7', ...live } }, meta: {} }))
  expect(await lookUpVehicle('KB-7', never, fetch)).toEqual({
    kind: 'found',
    vehicleId: 'v-7',
    vehicle: { ...vehicle, live },
  })
})

it('does not lose the vehicle to a failure of its status, and waits when told to', async () => {
  const answer = (status: Response) => lookUpVehicle('KB-7', never, answeringBoth(status))
  expect(await answer(problem('upstream-error'))).toEqual({ kind: 'found', vehicleId: 'v-7', vehicle })
  expect(await answer(problem('not-found'))).toEqual({ kind: 'found', vehicleId: 'v-7', vehicle })
  expect(await answer(problem('rate-limited', 9_000))).toEqual({ kind: 'pause', pauseMs: 9_000 })
})

it('knows a withheld driver from one that the service does not report', async () => {
  const record = { ...ada, record: { ...ada.record, driver_name: null }, withheld: ['driver_name'] }
  const answer = await lookUpVehicle('KB-7', never, answeringBoth(problem('not-found'), record))
  expect(answer).toMatchObject({ vehicle: { driverName: null, isDriverWithheld: true } })
})
