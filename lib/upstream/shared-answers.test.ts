import { expect, it } from 'vitest'
import { clientOf, failureOf } from '@/lib/testing/servers'
import { shareAnswers } from './shared-answers'

const search = {
  position: { lat: 51.5, lng: -0.1 },
  radius: 1000,
  limit: 10,
  type: null,
  cursor: null,
}
const START = Date.UTC(2025, 0, 1, 12)

/** A shared client of a service that gives these answers in turn and then repeats the last. */
function over(...answers: (() => Response | Promise<Response>)[]) {
  const clock = { ms: START }
  const asked: Request[] = []
  const now = () => clock.ms
  const client = clientOf('https://service.example', {
    now,
    random: () => 0,
    send: async (request) => {
      asked.push(request)
      return ((answers.length > 1 ? answers.shift() : answers[0]) as () => Response)()
    },
  })
  return { client: shareAnswers(client, now), asked, clock }
}

const list = () => Response.json({ vehicles: [{ id: 'v-1' }] })
const refused = () => new Response(null, { status: 403 })

it('makes one call for five hundred who ask the same at once', async () => {
  const { client, asked } = over(list)
  const answers = await Promise.all(
    Array.from({ length: 500 }, () => client.searchVehicles(search)),
  )
  expect(asked).toHaveLength(1)
  expect(answers.every(({ data }) => data.vehicles[0]?.id === 'v-1')).toBe(true)
})

it('asks apart for what is not the same', async () => {
  const { client, asked } = over(list)
  await Promise.all([
    client.searchVehicles(search),
    client.searchVehicles({ ...search, radius: 1001 }),
    client.searchVehicles({ ...search, cursor: 'next' }),
  ])
  expect(asked).toHaveLength(3)
})

it('asks again after two seconds, and when the clock was set back', async () => {
  const { client, asked, clock } = over(list)
  const calls: number[] = []
  for (const ms of [0, 2000, 1, -3_600_000]) {
    clock.ms += ms
    await client.searchVehicles(search)
    calls.push(asked.length)
  }
  expect(calls).toEqual([1, 1, 2, 3])
})

it('answers with the last good list while the service fails, and says why and from when', async () => {
  const { client, clock } = over(list, refused)
  await client.searchVehicles(search)
  clock.ms += 10 * 60_000
  expect(await client.searchVehicles(search)).toMatchObject({
    data: { vehicles: [{ id: 'v-1' }] },
    fetchedAt: '2025-01-01T12:00:00.000Z',
    staleBecause: 'upstream-forbidden',
  })
  clock.ms += 1
  expect((await failureOf(client.searchVehicles(search))).kind).toBe('upstream-forbidden')
})

it('does not hide with an older list that the service refuses the search', async () => {
  const { client, clock } = over(list, () => new Response(null, { status: 400 }))
  await client.searchVehicles(search)
  clock.ms += 10_000
  expect((await failureOf(client.searchVehicles(search))).kind).toBe('request-refused')
})

it('has no list for a search it never saw: a failure, not an empty list', async () => {
  const { client } = over(refused)
  expect((await failureOf(client.searchVehicles(search))).kind).toBe('upstream-forbidden')
})

it('keeps no record, since it holds personal data', async () => {
  const { client, asked } = over(() => Response.json({ id: 'v-7', driver_name: 'Ada' }), refused)
  await Promise.all([client.getVehicle('v-7'), client.getVehicle('v-7')])
  expect(asked).toHaveLength(1)
  expect((await failureOf(client.getVehicle('v-7'))).kind).toBe('upstream-forbidden')
})

it('goes on for those who stay, and ends when the last one leaves', async () => {
  let answer: (response: Response) => void = () => undefined
  const { client, asked } = over(() => new Promise<Response>((resolve) => (answer = resolve)))
  const first = new AbortController()
  const second = new AbortController()
  const third = new AbortController()
  const leaving = client.getVehicle('v-7', { signal: first.signal })
  const staying = client.getVehicle('v-7', { signal: second.signal })
  first.abort(new Error('gone'))
  await expect(leaving).rejects.toThrow('gone')
  expect(asked[0]?.signal.aborted).toBe(false)
  answer(Response.json({ id: 'v-7' }))
  expect((await staying).data.record.id).toBe('v-7')

  const alone = client.getVehicle('v-8', { signal: third.signal })
  third.abort(new Error('gone'))
  await expect(alone).rejects.toThrow('gone')
  expect(asked[1]?.signal.aborted).toBe(true)
})
