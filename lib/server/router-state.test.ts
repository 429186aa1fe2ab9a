import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { isRouterState } from './reject-malformed'

const PRIVATE = 'next/dist/server/app-render/parse-and-validate-flight-router-state'

/** Next's own check. */
async function nextReads(header: string): Promise<boolean> {
  const { parseAndValidateFlightRouterState } = createRequire(import.meta.url)(PRIVATE)
  try {
    parseAndValidateFlightRouterState(header)
    return true
  } catch {
    return false
  }
}

const page = { children: ['__PAGE__', {}] }
const encode = (state: unknown) => encodeURIComponent(JSON.stringify(state))
const withParameter = (...parameter: unknown[]) =>
  encode(['', { children: ['vehicles', { children: [parameter, page] }] }])

test.each([
  ['a page', encode(['', { children: ['lookup', page] }]), true],
  ['not encoded', JSON.stringify(['', page]), true],
  ['a parameter', withParameter('vehicleId', 'v-7', 'd', null), true],
  ['a parameter with siblings', withParameter('vehicleId', 'v-7', 'd', ['example']), true],
  ['a catch-all parameter', withParameter('rest', 'a/b', 'oc', null), true],
  ['an intercepted parameter', withParameter('id', 'a', 'di(..)(..)', null), true],
  ['a parameter of no type', withParameter('vehicleId', 'v-7', 'x', null), false],
  ['a short parameter', withParameter('vehicleId', 'v-7', 'd'), false],
  ['a refetch', encode(['', page, null, 'refetch']), true],
  [
    'a refresh address and a hint',
    encode(['', page, ['/lookup', ''], 'inside-shared-layout', 3]),
    true,
  ],
  ['another word', encode(['', page, null, 'other']), false],
  ['a hint that is no number', encode(['', page, null, null, 'x']), false],
  ['more than five items', encode(['', page, null, null, 1, 1]), false],
  ['no children', encode(['']), false],
  ['an object', encode({}), false],
  ['no JSON', 'garbage', false],
  ['no UTF-8', '%ff', false],
  ['nothing', '', false],
  ['too long', encode(['', page, ['x'.repeat(40_000), '']]), false],
])('%s is read as Next reads it', async (_, header, isRead) => {
  expect(isRouterState(header)).toBe(isRead)
  // When only this fails, Next has changed its check: make reject-malformed.ts the same.
  expect(await nextReads(header)).toBe(isRead)
})

test('a header that is missing is fine, one that is sent twice is not', () => {
  expect(isRouterState(undefined)).toBe(true)
  expect(isRouterState([encode(['', page]), encode(['', page])])).toBe(false)
})
