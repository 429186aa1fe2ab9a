import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { reachabilityQuery } from './query'

const ask = (answer: () => Promise<Response>) =>
  new QueryClient().fetchQuery({ ...reachabilityQuery(answer), retry: false })

test('Kerbside is reachable when it says so', async () => {
  expect(await ask(async () => Response.json({ status: 'alive' }))).toBe(true)
})

test.each<[string, () => Promise<Response>]>([
  ['no connection', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a proxy’s error page', async () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
  ['a proxy’s page with status 200', async () => new Response('<h1>Back soon</h1>')],
])('Kerbside is not reachable with %s', async (_, answer) => {
  await expect(ask(answer)).rejects.toMatchObject({ kind: 'kerbside-unreachable' })
})
