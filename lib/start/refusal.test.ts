import { expect, test } from 'vitest'
import { refusalOf } from './refusal'

test.each(['/', '/vehicles/a%20b?q=%ff', '/api/vehicles?position=1,2', '/lookup?our_ref=a//b', '/%E2%82%AC'])(
  '%s passes',
  (target) => {
    expect(refusalOf('GET', target)).toBeNull()
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
  expect(refusalOf('GET', target)).toBe(400)
})

test.each(['TRACE', 'TRACK', 'CONNECT'])('%s is not allowed', (method) => {
  expect(refusalOf(method, '/')).toBe(405)
})

test('an address of more than 8 KB is too long', () => {
  expect(refusalOf('GET', `/${'a'.repeat(8_192)}`)).toBe(414)
})

test.each([
  ['POST', '/'],
  ['DELETE', '/vehicles/v-7'],
  ['PUT', '/_next/static/chunks/a.js'],
  ['OPTIONS', '/_next/static/chunks/a.js'],
])('%s %s is not allowed', (method, target) => {
  expect(refusalOf(method, target)).toBe(405)
})

test('routes answer for themselves which methods they have', () => {
  expect(refusalOf('POST', '/api/vehicles')).toBeNull()
})

test('OPTIONS * is left to Next', () => {
  expect(refusalOf('OPTIONS', '*')).toBeNull()
})
