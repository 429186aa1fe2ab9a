import { expect, test } from 'vitest'
import { rejectMalformed } from './reject-malformed'

test.each(['/', '/vehicles/a%20b?q=%ff', '/api/vehicles?position=1,2', '/lookup?our_ref=a//b', '/%E2%82%AC'])(
  '%s passes',
  (target) => {
    expect(rejectMalformed('GET', target)).toBeNull()
  },
)

test.each([
  '/%ff',
  '/vehicles/%',
  '/a%00b',
  '//',
  '//evil.example/',
  '/\\evil.example',
  'http://other.example/',
  '',
])('GET %s is a bad request', (target) => {
  expect(rejectMalformed('GET', target)).toBe(400)
})

test.each(['TRACE', 'TRACK', 'CONNECT'])('%s is not allowed', (method) => {
  expect(rejectMalformed(method, '/')).toBe(405)
})

test('an address of more than 8 KB is too long', () => {
  expect(rejectMalformed('GET', `/${'a'.repeat(8_192)}`)).toBe(414)
})

test.each([
  ['POST', '/'],
  ['DELETE', '/vehicles/v-7'],
  ['PUT', '/_next/static/chunks/a.js'],
  ['OPTIONS', '/_next/static/chunks/a.js'],
  ['OPTIONS', '/service.openapi.json'],
  ['OPTIONS', '*'],
])('%s %s is not allowed', (method, target) => {
  expect(rejectMalformed(method, target)).toBe(405)
})

test('routes decide on their methods themselves', () => {
  expect(rejectMalformed('POST', '/api/vehicles')).toBeNull()
})

test.each(['garbage', '%ff', '%5B%22%22%5D', '%5B'.repeat(3000)])(
  'a router state of %s is a bad request',
  (state) => {
    expect(rejectMalformed('GET', '/lookup', { 'next-router-state-tree': state })).toBe(400)
  },
)

test('a router state as Next writes it passes', () => {
  const state = encodeURIComponent(
    JSON.stringify(['', { children: ['lookup', { children: ['__PAGE__', {}] }] }]),
  )
  expect(rejectMalformed('GET', '/lookup', { 'next-router-state-tree': state })).toBeNull()
})

test('the page for unhandled errors cannot be requested', () => {
  expect(rejectMalformed('GET', '/_global-error')).toBe(404)
})
