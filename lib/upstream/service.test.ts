import { expect, it } from 'vitest'
import { answering, clientOf, failureOf, KEY } from '@/lib/testing/servers'
import type { UpstreamError } from './upstream-error'

const BASE = 'https://service.example'
const search = {
  position: { lat: 51.5, lng: -0.1 },
  radius: 1000,
  limit: 10,
  type: null,
  cursor: null,
}
const now = () => Date.UTC(2025, 0, 1, 12)

const over = (body: unknown) => clientOf(BASE, { ...answering(() => Response.json(body)), now })

it('answers with the record, what is beside it, and when it came', async () => {
  const client = over({ vehicle: { id: 'v-7', our_ref: 'Bay 4', year: 'new', extra: 1 } })
  expect(await client.getVehicle('v-7')).toMatchObject({
    data: {
      record: { id: 'v-7', our_ref: 'Bay 4', year: null },
      unreadable: ['year'],
      raw: { extra: 1 },
    },
    dropped: 0,
    fetchedAt: '2025-01-01T12:00:00.000Z',
  })
})

it('answers with a page, and counts the rows it could not read', async () => {
  const page = await over({
    vehicles: [{ id: 'v-1' }, { make: 'Fiat' }, null],
    next_cursor: '',
  }).searchVehicles(search)
  expect(page).toMatchObject({ data: { vehicles: [{ id: 'v-1' }], next_cursor: null }, dropped: 2 })
})

it('takes no other record for the one asked for', async () => {
  const client = over({ id: 'v-7', vehicle: { id: 'v-8', our_ref: 'Bay 5', driver_name: 'Ada' } })
  const failures = await Promise.all([
    failureOf(client.getVehicle('v-7')),
    failureOf(client.getVehicleStatus('v-7')),
    failureOf(client.getVehicleByOurRef('Bay 4')),
  ])
  expect(failures.map(({ kind, message }) => [kind, message])).toEqual([
    ['bad-response', 'GET /vehicles/{vehicle_id}: answered with another id'],
    ['bad-response', 'GET /vehicles/{vehicle_id}/status: answered with another id'],
    ['bad-response', 'GET /vehicles/by-our-ref: answered with another our_ref'],
  ])
})

it('lets a record without our_ref through, since there is nothing to compare', async () => {
  expect(
    (await over({ id: 'v-8', our_ref: null }).getVehicleByOurRef('Bay 4')).data.record.id,
  ).toBe('v-8')
})

it('takes an id beside nothing for that of the answer', async () => {
  const client = over({ id: 'req-1', status: 'ok', vehicle: null })
  expect((await failureOf(client.getVehicle('v-7'))).kind).toBe('not-found')
})

it.each([null, { vehicle: null }])('takes %j for "no such vehicle"', async (nothing) => {
  const client = over(nothing)
  expect((await failureOf(client.getVehicle('v-7'))).kind).toBe('not-found')
  expect((await failureOf(client.getVehicleStatus('v-7'))).kind).toBe('not-found')
  expect((await failureOf(client.getVehicleByOurRef('Bay 4'))).kind).toBe('not-found')
  expect((await failureOf(client.getExampleVehicle())).kind).toBe('bad-response')
  expect((await failureOf(client.searchVehicles(search))).kind).toBe('bad-response')
})

it('tells how each call went, but not of one that was given up', async () => {
  const outcomes: (UpstreamError | null)[] = []
  const answers = [() => Response.json({ id: 'v-7' }), () => new Response(null, { status: 404 })]
  const gone = new AbortController()
  const client = clientOf(BASE, {
    send: async () =>
      answers.shift()?.() ?? new Promise<Response>(() => gone.abort(new Error('gone'))),
    onOutcome: (failure) => outcomes.push(failure),
  })
  await client.getVehicle('v-7')
  await failureOf(client.getVehicle('v-7'))
  await expect(client.getVehicle('v-7', { signal: gone.signal })).rejects.toThrow('gone')
  expect(outcomes.map((failure) => failure?.kind ?? null)).toEqual([null, 'not-found'])
})

it('ends the call itself when its caller gives up', async () => {
  const gone = new AbortController()
  let ended: AbortSignal | undefined
  const client = clientOf(BASE, {
    send: (request) => {
      ended = request.signal
      gone.abort(new Error('gone'))
      return new Promise(() => undefined)
    },
  })
  await expect(client.getExampleBooking({ signal: gone.signal })).rejects.toThrow('gone')
  expect(ended?.aborted).toBe(true)
})

it('calls nobody for a caller who is gone already', async () => {
  const { send, asked } = answering(() => Response.json({ id: 'v-7' }))
  await expect(
    clientOf(BASE, { send }).getVehicle('v-7', { signal: AbortSignal.abort() }),
  ).rejects.toThrow(/abort/)
  expect(asked).toEqual([])
})

it('takes the key out of an error nobody foresaw', async () => {
  const spellings = [KEY, encodeURIComponent(KEY), btoa(KEY), btoa(KEY).replace(/=+$/, '')]
  const client = clientOf(BASE, {
    send: async () => Promise.reject(new Error(spellings.join(' '))),
  })
  const error = await failureOf(client.getVehicle('v-7'))
  expect(error.kind).toBe('internal')
  expect(error.message).toBe(
    'GET /vehicles/{vehicle_id}: Error: [secret] [secret] [secret] [secret]',
  )
})
