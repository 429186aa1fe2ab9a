import { expect, test } from 'vitest'
import { hasSeveralHosts, rejectMalformed } from './reject-malformed'

test.each<readonly [string, string, number | null]>([
  ...[
    '/',
    '/vehicles/a%20b?q=%ff',
    '/api/vehicles?position=1,2',
    '/lookup?our_ref=a//b',
    '/%E2%82%AC',
  ].map((target) => ['GET', target, null] as const),
  ...['/%ff', '/vehicles/%', '/a%00b', '//', '//evil.example/', '/\\evil.example', ''].map(
    (target) => ['GET', target, 400] as const,
  ),
  ['GET', 'http://other.example/', 400],
  ['GET', `/${'a'.repeat(8_192)}`, 414],
  // The page for unhandled errors.
  ['GET', '/_global-error', 404],
  ...['TRACE', 'TRACK', 'CONNECT', 'POST'].map((method) => [method, '/', 405] as const),
  ['DELETE', '/vehicles/v-7', 405],
  ['PUT', '/_next/static/chunks/a.js', 405],
  ['OPTIONS', '/_next/static/chunks/a.js', 405],
  ['OPTIONS', '/service.openapi.json', 405],
  ['OPTIONS', '*', 405],
  // Routes decide on their methods themselves.
  ['POST', '/api/vehicles', null],
])('%s %.40s: %j', (method, target, status) => {
  expect(rejectMalformed(method, target)).toBe(status)
})

test('a router state is a bad request unless it is as Next writes it', () => {
  const statusOf = (state: string) =>
    rejectMalformed('GET', '/lookup', { 'next-router-state-tree': state })
  for (const state of ['garbage', '%ff', '%5B%22%22%5D', '%5B'.repeat(3000)])
    expect([state, statusOf(state)]).toEqual([state, 400])
  const tree = ['', { children: ['lookup', { children: ['__PAGE__', {}] }] }]
  expect(statusOf(encodeURIComponent(JSON.stringify(tree)))).toBeNull()
})

test('a second host is noticed, in a header of any letter case', () => {
  expect(hasSeveralHosts(['Host', 'a.example', 'Accept', 'host'])).toBe(false)
  expect(hasSeveralHosts(['Host', 'a.example', 'X', '', 'hOST', 'b.example'])).toBe(true)
  expect(hasSeveralHosts(['Accept', 'a, b', 'Host', 'a.example, b.example'])).toBe(true)
})
