import { expect, test } from 'vitest'
import { createTestService, START_MS } from '@/lib/testing/reference-service'
import type { GapAnswers } from './gaps'

const keys = [{ key: 'good' }, { key: 'brief', expiresAt: START_MS + 1000 }]

async function statusOf(
  header: string | null,
  query: string | null,
  keyPrecedence?: GapAnswers['keyPrecedence'],
) {
  const { ask } = createTestService({ keys, gaps: { keyPrecedence } })
  const path = `/api/beta/vehicles/example${query === null ? '' : `?key=${query}`}`
  return (await ask(path, { headers: header === null ? {} : { authorization: header } })).status
}

test.each([
  ['Bearer good', null, 200],
  ['bearer good', null, 200],
  [null, 'good', 200],
  ['Basic Zm9v', 'good', 200],
  [null, null, 401],
  [null, '', 401],
  ['Bearer wrong', null, 401],
  ['Bearer', null, 401],
  ['good', null, 401],
  [null, 'wrong', 401],
  ['Bearer good', 'wrong', 200],
  ['Bearer wrong', 'good', 401],
])('header %s and query %s answer %i', async (header, query, status) => {
  expect(await statusOf(header, query)).toBe(status)
})

test('which of two keys counts can be chosen', async () => {
  expect(await statusOf('Bearer good', 'wrong', 'query')).toBe(401)
  expect(await statusOf('Bearer wrong', 'good', 'query')).toBe(200)
  expect(await statusOf('Bearer wrong', 'good', 'either')).toBe(200)
  expect(await statusOf('Bearer wrong', 'wrong', 'either')).toBe(401)
})

test('a key is good until the instant it expires', async () => {
  const { ask, clock } = createTestService({ keys })
  const status = async () =>
    (await ask('/api/beta/vehicles/example?key=brief', { headers: {} })).status
  expect(await status()).toBe(200)
  clock.nowMs = START_MS + 999
  expect(await status()).toBe(200)
  clock.nowMs = START_MS + 1000
  expect(await status()).toBe(401)
})

test('without a key nothing is told of a path, not even that there is none', async () => {
  const { ask } = createTestService()
  const response = await ask('/no/such/path', { headers: {}, method: 'POST' })
  expect(response.status).toBe(401)
  expect(response.headers.get('www-authenticate')).toBe('Bearer')
})
