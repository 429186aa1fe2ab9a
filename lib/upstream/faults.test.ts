import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FaultUpstream, openFaultUpstream } from '@/e2e/fault-upstream'
import { type FaultName, faults } from '@/e2e/faults/catalogue'
import { createDemoFleet } from '@/lib/reference/demo-fleet'
import type { ProblemKind } from '@/lib/schema/problems'
import { fixedKey } from './keys'
import { clientOf, shortTimeouts } from './test-servers'
import { UpstreamError } from './upstream-error'

/** Every fault on a real socket, and what the client makes of it. The rows are those of the table of faults. */

const fleet = createDemoFleet({ centre: { lat: 51.509865, lng: -0.118092 }, vehicles: 200 })
const id = fleet.record(7, Date.now()).id
const search = { position: fleet.centre, radius: 20_000, limit: 20, type: null, cursor: null }

type Outcome = ProblemKind | 'answered'

/** What comes of the list and of a record; one word where it is the same for both. */
const outcomes: Record<FaultName, Outcome | readonly [list: Outcome, record: Outcome]> = {
  'connection-refused': 'upstream-unreachable',
  'key-rotated': 'upstream-auth',
  'slow-headers': 'upstream-timeout',
  // The test is less patient than Kerbside.
  'late-answer': 'upstream-timeout',
  'slow-body': 'upstream-timeout',
  'dripping-body': 'upstream-timeout',
  'reset-connection': 'upstream-unreachable',
  'reset-kept-alive': 'answered',
  'cut-body': 'bad-response',
  'truncated-json': 'bad-response',
  'nan-json': 'bad-response',
  'gzip-bomb': 'too-large',
  'huge-body': 'too-large',
  'wrong-encoding': 'bad-response',
  'invalid-utf8': 'bad-response',
  '401': 'upstream-auth',
  '403': 'upstream-forbidden',
  '404': ['upstream-error', 'not-found'],
  '404-list': ['upstream-error', 'answered'],
  '429-seconds': 'rate-limited',
  '429-date': 'rate-limited',
  '429-past-date': 'rate-limited',
  '429-far': 'rate-limited',
  '429-bare': 'rate-limited',
  '429-unreadable': 'rate-limited',
  '500': 'upstream-error',
  '500-once': 'answered',
  '502-html': 'upstream-error',
  '503-seconds': 'rate-limited',
  '503-bare': 'rate-limited',
  '200-html': 'bad-response',
  'empty-body': 'bad-response',
  '204': 'bad-response',
  redirect: 'upstream-redirect',
  'wrong-shape': ['bad-response', 'answered'],
  'array-shape': ['bad-response', 'answered'],
  'row-without-id': 'answered',
  'missing-fields': 'answered',
  'null-fields': 'answered',
  'wrong-types': 'answered',
  'off-the-earth': 'answered',
  'infinite-position': 'answered',
  'hostile-keys': 'answered',
  'megabyte-string': ['answered', 'too-large'],
  'id-on-two-pages': 'answered',
  'cursor-repeats': 'answered',
  'cursor-empty': 'answered',
  'cursor-null': 'answered',
  'cursor-absent': 'answered',
  'endless-pages': 'answered',
  'page-two-fails': 'answered',
  'total-low': 'answered',
  'total-negative': 'answered',
  'total-absent': 'answered',
  'clock-ahead': 'answered',
  'unreadable-date': 'answered',
  'another-record': ['answered', 'bad-response'],
  'unknown-words': 'answered',
  bare: 'answered',
  wrapped: 'answered',
}

let service: FaultUpstream
beforeAll(async () => {
  service = await openFaultUpstream({ fleet })
})
afterAll(() => service[Symbol.asyncDispose]())

const kindOf = (call: Promise<unknown>): Promise<Outcome> =>
  call.then(
    () => 'answered',
    (error: unknown) => {
      if (error instanceof UpstreamError) return error.kind
      throw error
    },
  )

// A client of its own for each call: one fault must not close the gate before the next.
const client = () =>
  clientOf(service.url, {
    key: fixedKey('fault-key'),
    timeouts: shortTimeouts({ headersMs: 400, bodyIdleMs: 400, totalMs: 1500 }),
  })

describe.each(Object.keys(faults) as FaultName[])('%s', (name) => {
  const expected = outcomes[name]
  const [list, record] = typeof expected === 'string' ? [expected, expected] : expected

  it(`leaves the list ${list} and a record ${record}, and is over when it ends`, async () => {
    await service.setFault(name)
    expect(await kindOf(client().searchVehicles(search))).toBe(list)
    await service.setFault(name)
    expect(await kindOf(client().getVehicle(id))).toBe(record)
    await service.setFault(null)
    const { data } = await client().searchVehicles(search)
    expect(data.vehicles).toHaveLength(20)
  })
})

it('plays every row of the table that is about the service', () => {
  const rows = new Set(Object.values(faults).map(({ row }) => row))
  // 2 and 3 are about the address, 42 and 43 about Kerbside's own parts.
  const missing = Array.from({ length: 43 }, (_, index) => index + 1).filter((row) => !rows.has(row))
  expect(missing).toEqual([2, 3, 42, 43])
})

it('shows each request byte for byte', async () => {
  await service.setFault(null)
  const before = service.requests.length
  await client().getVehicle(id)
  const text = service.requests[before]?.toString('latin1') ?? ''
  expect(text).toMatch(new RegExp(`^GET /api/beta/vehicles/${id} HTTP/1\\.1\r\n`))
  expect(text).toMatch(/\r\nauthorization: Bearer fault-key\r\n/i)
})
