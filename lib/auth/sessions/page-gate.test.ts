import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestAuth, signedIn, type TestAuth } from '@/lib/testing/auth'
import { openTestStore, SLOW_MS } from '@/lib/testing/stores'
import { pageRedirect } from './page-gate'

let opened: Awaited<ReturnType<typeof openTestStore>>
let kerbside: TestAuth
beforeAll(async () => {
  opened = await openTestStore()
  kerbside = createTestAuth(opened.store)
}, SLOW_MS)
afterAll(() => opened.remove())

test('without a session only the way in is open, however a page is written', async () => {
  const ask = (target: string) => pageRedirect(kerbside.auth, target, new Headers())
  for (const target of ['/sign-in?next=%2Flookup', '/set-up', '/_next/static/a.js', '/api/vehicles/x/../y']) {
    expect([target, await ask(target)]).toEqual([target, null])
  }
  for (const target of [
    '/lookup',
    '/%73ign-in',
    '/api/../lookup',
    '/api/x/../../lookup',
    '/_next/static/%2e%2e/%2E./lookup',
    '/sign-in/../lookup',
  ]) {
    expect([target, await ask(target)]).toEqual([target, `/sign-in?${new URLSearchParams({ next: target })}`])
  }
})

test('a session opens every page', async () => {
  const cookie = await signedIn(kerbside, 'viewer')
  expect(await pageRedirect(kerbside.auth, '/lookup', new Headers({ cookie }))).toBeNull()
})
