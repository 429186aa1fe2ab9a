import { expect, test } from 'vitest'
import { call, get } from './call'

test('a change goes out as JSON by its method', async () => {
  const sent: Request[] = []
  const fetch: typeof globalThis.fetch = async (path, init) => {
    sent.push(new Request(new URL(String(path), 'http://kerbside.test'), init))
    return Response.json({ data: null, meta: {} })
  }
  await call('PUT /api/watch-list/{vehicleId}', { vehicleId: 'o/1' }, { list: 'own' }, { fetch })
  await call('DELETE /api/watch-list/{vehicleId}', { vehicleId: 'v-1', list: 'own' }, undefined, {
    fetch,
  })
  expect(sent.map(({ method, url }) => [method, url.slice('http://kerbside.test'.length)])).toEqual(
    [
      ['PUT', '/api/watch-list/o%2F1'],
      ['DELETE', '/api/watch-list/v-1?list=own'],
    ],
  )
  expect(sent.map(({ headers }) => headers.get('content-type'))).toEqual(['application/json', null])
  expect(await sent[0]?.json()).toEqual({ list: 'own' })
})

const answering = (status: number, body: string) => async () => new Response(body, { status })

async function failureOf(fetch: typeof globalThis.fetch, signal?: AbortSignal): Promise<unknown> {
  return get('/api/service', {}, { fetch, signal }).then(
    () => null,
    (error) => error,
  )
}

test('a problem becomes an error that says what happened and what to do', async () => {
  const problem = {
    type: 'urn:kerbside:problem:upstream-timeout',
    detail: 'd',
    requestId: 'r-1',
    status: 504,
  }
  expect(await failureOf(answering(504, JSON.stringify(problem)))).toMatchObject({
    name: 'ApiError',
    kind: 'upstream-timeout',
    title: 'Service is slow',
    message: 'GET /api/service: d',
    requestId: 'r-1',
  })
})

test.each([
  [502, '<html>Bad gateway</html>'],
  [200, '<html>Sign in to the Wi-Fi</html>'],
  [200, '{"online":true}'],
  [500, '{"type":"about:blank"}'],
])('status %d with %j is not ours: Kerbside cannot be reached', async (status, body) => {
  expect(await failureOf(answering(status, body))).toMatchObject({
    kind: 'kerbside-unreachable',
    requestId: null,
  })
})

test('no connection is told apart from a request the page gave up', async () => {
  const refused = async () => {
    throw new TypeError('fetch failed')
  }
  expect(await failureOf(refused)).toMatchObject({ kind: 'kerbside-unreachable' })
  expect(await failureOf((_url, init) => fetch('data:,', init), AbortSignal.abort())).toMatchObject(
    {
      name: 'AbortError',
    },
  )
})
