import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isUnknownPage, routeTemplate } from './route-template'

test.each([
  ['/', '/'],
  ['/?position=51.5,-0.1', '/'],
  ['/vehicles/v-7', '/vehicles/{vehicleId}'],
  ['/vehicles/example', '/vehicles/example'],
  ['/lookup?our_ref=secret', '/lookup'],
  ['/seen', '/seen'],
  ['/observations', '/observations'],
  ['/api/observations', '/api/observations'],
  ['/interface', '/interface'],
  ['/service', '/service'],
  ['/api/seen', '/api/seen'],
  ['/api/live?position=1,2', '/api/live'],
  ['/api/vehicles/by-our-ref?our_ref=secret', '/api/vehicles/by-our-ref'],
  ['/api/vehicles/v-7', '/api/vehicles/{vehicleId}'],
  ['/api/vehicles/v-7/status', '/api/vehicles/{vehicleId}/status'],
  ['/api/vehicles/v-7/bookings?our_ref=secret', '/api/vehicles/{vehicleId}/bookings'],
  ['/_next/static/chunks/main.js', '/_next/*'],
  ['/api/auth', '/api/auth'],
  ['/api/auth/sign-in/code', '/api/auth/sign-in/code'],
  ['/api/auth/callback/oidc?code=secret', '/api/auth/callback/oidc'],
  ['/api/me/sessions', '/api/me/sessions'],
  ['/api/operators', '/api/operators'],
  ['/api/operators/some-id', '/api/operators/{id}'],
  ['/api/operators/some-id/sessions', '/api/operators/{id}/sessions'],
  ['/api/operators/some-id/reset', '/api/operators/{id}/reset'],
  ['/api/operators/some-id/two-factor', '/api/operators/{id}/two-factor'],
  ['/api/operators/some-id/lock', '/api/operators/{id}/lock'],
  ['/api/auth/reset/link', '/api/auth/reset/link'],
  ['/reset-password', '/reset-password'],
  ['/webhooks', '/webhooks'],
  ['/api/invitations/some-id', '/api/invitations/{id}'],
  ['/api/audit/csv?operator=secret', '/api/audit/csv'],
  ['/sign-in?next=secret', '/sign-in'],
  ['/map/0123456789abcdef/14/8188/5447', '/map/{version}/{z}/{x}/{y}'],
  ['/map/0123456789abcdef/14', 'other'],
  ['/wp-login.php', 'other'],
  ['/api/auth/secret', 'other'],
  ['/api/vehicles/v-7/secret', 'other'],
  ['*', 'other'],
])('%s is of the route %s', (target, route) => {
  expect(routeTemplate(target)).toBe(route)
})

test('every page and route of app has a template', () => {
  const files = readdirSync(join(import.meta.dirname, '../../app'), { recursive: true, encoding: 'utf8' })
  const folders = files.flatMap((file) => /^(.*?)\/?(?:page\.tsx|route\.ts)$/.exec(file)?.[1] ?? [])
  // The catch-all answers unknown addresses.
  const paths = folders.filter((folder) => !folder.includes('[[')).map((folder) => `/${folder}`)
  expect(paths).toContain('/api/vehicles/[vehicleId]/status')
  const templates = paths.map((path) => routeTemplate(path.replaceAll(/\[\w+\]/g, 'some-id')))
  expect(templates).toEqual(paths.map((path) => path.replaceAll(/\[(\w+)\]/g, '{$1}')))
  expect(paths.filter((path) => isUnknownPage(path.replaceAll(/\[\w+\]/g, 'some-id')))).toEqual([])
})

test.each([
  `/hooks/${'t'.repeat(43)}`,
  `/books/${'t'.repeat(43)}`,
  '/nowhere?a=b',
  '/vehicles/v-7/x',
  '/API/x',
])('%s is a page that does not exist', (target) => expect(isUnknownPage(target)).toBe(true))

test.each([
  '/api/nowhere',
  '/_next/x',
  '/lookup/',
  '/icons/192.png',
  '/%6cookup',
  '//x',
  '/404',
  '/seen',
  '*',
])('%s may be another', (target) => expect(isUnknownPage(target)).toBe(false))
