import { focusManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '@/lib/api/client/errors'
import { arrivedBookingsQuery } from './arrived-bookings'
import { createTopicQueries } from './page-topics'
import { query } from './query'

const STATE = { total: 1, unrecognised: 0, isReceiving: true }

let asked: string[] = []
const server = { version: 1, serviceVersion: 's1' }

beforeEach(() => {
  asked = []
  Object.assign(server, { version: 1, serviceVersion: 's1' })
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async (input: string) => {
    asked.push(input)
    const data = input.startsWith('/api/bookings/arrived')
      ? { ...STATE, bookings: [], version: server.version, older: null, unreadable: 0 }
      : { version: server.serviceVersion, upstream: {} }
    return Response.json({ data, meta: {} })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  focusManager.setFocused(undefined)
})

/** A page that shows the list of bookings and the service's health. */
async function openPage() {
  const client = new QueryClient()
  const queries = createTopicQueries(client)
  const ends = [
    new QueryObserver(client, arrivedBookingsQuery()).subscribe(() => undefined),
    new QueryObserver(client, query('/api/service')).subscribe(() => undefined),
  ]
  await vi.advanceTimersByTimeAsync(10)
  asked = []
  const tell = async (...[event]: Parameters<typeof queries.onEvent>) => {
    queries.onEvent(event)
    await vi.advanceTimersByTimeAsync(10)
  }
  const close = () => {
    for (const end of ends) end()
  }
  return { client, queries, tell, close }
}

test('nothing is asked for while nothing is told, and once for what is told', async () => {
  const page = await openPage()
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(asked).toEqual([])
  server.version = 2
  await page.tell({ topic: 'arrived', data: { ...STATE, version: 2 } })
  server.serviceVersion = 's2'
  await page.tell({ topic: 'service', data: { version: 's2' } })
  expect(asked).toEqual(['/api/bookings/arrived?after=1', '/api/service'])
  page.close()
})

test('what a page has already is not asked for again', async () => {
  const page = await openPage()
  await page.tell({ topic: 'arrived', data: { ...STATE, version: 1 } })
  await page.tell({ topic: 'service', data: { version: 's1' } })
  expect(asked).toEqual([])
  await page.tell({ topic: 'arrived', data: { ...STATE, version: 1, unrecognised: 4 } })
  expect(asked).toEqual([])
  expect(page.client.getQueryData(arrivedBookingsQuery().queryKey)?.unrecognised).toBe(4)
  page.close()
})

test('a state that the server cannot read is asked for, so that the route says why', async () => {
  const page = await openPage()
  await page.tell({ topic: 'arrived', data: {} })
  await page.tell({ topic: 'service', data: {} })
  expect(asked).toEqual(['/api/bookings/arrived?after=1', '/api/service'])
  page.close()
})

test('a hidden page asks when it is shown', async () => {
  const page = await openPage()
  focusManager.setFocused(false)
  server.version = 2
  await page.tell({ topic: 'arrived', data: { ...STATE, version: 2 } })
  page.queries.onError(new ApiError('kerbside-unreachable', 'GET /api/live'))
  await vi.advanceTimersByTimeAsync(10)
  expect(asked).toEqual([])
  const { isInvalidated } = page.client.getQueryState(arrivedBookingsQuery().queryKey) ?? {}
  expect(isInvalidated).toBe(true)
  page.close()
})

test('a refused stream asks whether the session goes on, one that broke off for the health', async () => {
  const page = await openPage()
  const end = new QueryObserver(page.client, query('/api/me')).subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(10)
  asked = []
  page.queries.onError(new ApiError('kerbside-unreachable', 'GET /api/live'))
  await vi.advanceTimersByTimeAsync(10)
  expect(asked).toEqual(['/api/service'])
  page.queries.onError(new ApiError('session-required', 'GET /api/live'))
  await vi.advanceTimersByTimeAsync(10)
  expect(asked.slice(1).toSorted()).toEqual(['/api/me', '/api/service'])
  end()
  page.close()
})
