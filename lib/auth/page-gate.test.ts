import { expect, test } from 'vitest'
import { withTestAuth } from '@/lib/testing/auth'
import { pageRedirect } from './page-gate'

const kerbside = withTestAuth()

test('without a session only the sign-in pages are served, in any spelling of a path', async () => {
  const ask = (target: string) => pageRedirect(kerbside.auth, target, new Headers())
  // A browser asks for these without cookies.
  const icons = ['/manifest.webmanifest', '/icons/192.png', '/apple-icon.png', '/favicon.ico']
  const files = ['/_next/static/a.js', '/api/vehicles/x/../y', '/map/v/1/2/3', ...icons]
  for (const target of ['/sign-in?next=%2Flookup', '/set-up', ...files])
    expect([target, await ask(target)]).toEqual([target, null])
  // It leads to a page of today, which is where the sign-in leads back to.
  expect(await ask('/recording?id=v-7')).toBeNull()
  for (const target of ['/recording/x', '/%73ign-in', '/map/v/1/2', '/icons/a/b.png', '/unknown'])
    expect([target, await ask(target)]).toEqual([target, '/sign-in'])
  const paths = ['/api/..', '/api/x/../..', '/_next/static/%2e%2e/%2E.', '/sign-in/..', '/icons/..']
  for (const path of ['', ...paths, '/map/v/1/../../..'])
    expect([path, await ask(`${path}/lookup`)]).toEqual([path, '/sign-in?next=%2Flookup'])
})

test('with a session every page is served', async () => {
  const cookie = await kerbside.signedIn('viewer')
  expect(await pageRedirect(kerbside.auth, '/lookup', new Headers({ cookie }))).toBeNull()
})
