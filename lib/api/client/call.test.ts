import { expect, test } from 'vitest'
import { call } from './call'

test('a change goes out as JSON by its method', async () => {
  const sent: Request[] = []
  const fetch: typeof globalThis.fetch = async (path, init) => {
    sent.push(new Request(new URL(String(path), 'http://kerbside.test'), init))
    return Response.json({ data: null, meta: {} })
  }
  await call('PATCH /api/operators/{id}', '/api/operators/o-1', { disabled: true }, { fetch })
  await call('DELETE /api/operators/{id}/sessions', '/api/operators/o-1/sessions', undefined, { fetch })
  expect(sent.map(({ method, url }) => [method, new URL(url).pathname])).toEqual([
    ['PATCH', '/api/operators/o-1'],
    ['DELETE', '/api/operators/o-1/sessions'],
  ])
  expect(sent.map(({ headers }) => headers.get('content-type'))).toEqual(['application/json', null])
  expect(await sent[0]?.json()).toEqual({ disabled: true })
})

test('a refusal says why', async () => {
  const problem = {
    type: 'urn:kerbside:problem:last-administrator',
    detail: 'd',
    requestId: 'r',
    status: 409,
  }
  const fetch = async () => Response.json(problem, { status: 409 })
  await expect(
    call('PATCH /api/operators/{id}', '/api/operators/o-1', { role: 'viewer' }, { fetch }),
  ).rejects.toMatchObject({ kind: 'last-administrator', message: 'PATCH /api/operators/{id}: d' })
})

test('a page of something in between is no answer of ours', async () => {
  const fetch = async () => new Response('<html>Sign in to the Wi-Fi</html>')
  await expect(
    call('POST /api/operators', '/api/operators', { email: 'a@example.com', role: 'viewer' }, { fetch }),
  ).rejects.toMatchObject({ kind: 'kerbside-unreachable' })
})

test('a node of the version before answers without an envelope', async () => {
  const operator = { id: 'o-1', role: 'viewer' }
  const old = async () => Response.json({ operator })
  expect(await call('GET /api/me', '/api/me', undefined, { fetch: old })).toEqual({ operator })
  const empty = async () => new Response(null, { status: 204 })
  expect(await call('POST /api/auth/sign-out', '/api/auth/sign-out', {}, { fetch: empty })).toBeNull()
})
