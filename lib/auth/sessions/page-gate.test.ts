import { expect, test } from 'vitest'
import { withTestAuth } from '@/lib/testing/auth'
import { pageRedirect } from './page-gate'

const kerbside = withTestAuth()

test('without a session only the sign-in pages are served, in any spelling of a path', async () => {
  const ask = (target: string) => pageRedirect(kerbside.auth, target, new Headers())
  for (const target of [
    '/sign-in?next=%2Flookup',
    '/set-up',
    '/_next/static/a.js',
    '/api/vehicles/x/../y',
    '/map/v/1/2/3',
    // A browser asks for these without cookies.
    '/manifest.webmanifest',
    '/icons/192.png',
    '/apple-icon.png',
    '/favicon.ico',
  ]) {
    expect([target, await ask(target)]).toEqual([target, null])
  }
  for (const target of ['/%73ign-in', '/map/v/1/2', '/icons/a/b.png', '/unknown'])
    expect([target, await ask(target)]).toEqual([target, '/sign-in'])
  for (const target of [
    '/lookup',
    '/api/../lookup',
    '/api/x/../../lookup',
    '/_next/static/%2e%2e/%2E./lookup',
    '/sign-in/../lookup',
    '/icons/../lookup',
    '/map/v/1/../../../lookup',
  ]) {
    expect([target, await ask(target)]).toEqual([target, '/sign-in?next=%2Flookup'])
  }
})

test('with a session every page is served', async () => {
  const cookie = await kerbside.signedIn('viewer')
  expect(await pageRedirect(kerbside.auth, '/lookup', new Headers({ cookie }))).toBeNull()
})
