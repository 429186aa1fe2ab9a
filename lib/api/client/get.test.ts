import { expect, test } from 'vitest'
import { ApiError } from './errors'
import { get } from './get'

const answering = (status: number, body: string) => async () => new Response(body, { status })

async function failureOf(fetch: typeof globalThis.fetch, signal?: AbortSignal): Promise<unknown> {
  return get('/api/service', '/api/service', { fetch, signal }).then(
    () => null,
    (error) => error,
  )
}

test('an answer is handed on with its meta', async () => {
  const answer = { data: { upstream: {} }, meta: { requestId: 'r' } }
  expect(
    await get('/api/service', '/api/service', { fetch: answering(200, JSON.stringify(answer)) }),
  ).toEqual(answer)
})

test('a problem becomes an error that says what happened and what to do', async () => {
  const problem = {
    type: 'urn:kerbside:problem:upstream-timeout',
    detail: 'd',
    requestId: 'r-1',
    status: 504,
  }
  const error = (await failureOf(answering(504, JSON.stringify(problem)))) as ApiError
  expect(error).toBeInstanceOf(ApiError)
  expect(error.kind).toBe('upstream-timeout')
  expect(error.title).toBe('Service is slow')
  expect(error.problem?.requestId).toBe('r-1')
})

test.each([
  [502, '<html>Bad gateway</html>'],
  [200, '<html>Sign in to the Wi-Fi</html>'],
  [500, '{"type":"about:blank"}'],
])('status %d with %j is not ours: Kerbside cannot be reached', async (status, body) => {
  expect(await failureOf(answering(status, body))).toMatchObject({
    kind: 'kerbside-unreachable',
    problem: null,
  })
})

test('no connection is told apart from a request the page gave up', async () => {
  const refused = async () => {
    throw new TypeError('fetch failed')
  }
  expect(await failureOf(refused)).toMatchObject({ kind: 'kerbside-unreachable' })
  expect(await failureOf((_url, init) => fetch('data:,', init), AbortSignal.abort())).toMatchObject({
    name: 'AbortError',
  })
})
