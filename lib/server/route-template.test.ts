import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { table } from '@/lib/api/table'
import { isUnknownPage, routeTemplate } from './route-template'

test.each([
  ['/', '/'],
  ['/?position=51.5,-0.1', '/'],
  ['/vehicles/v-7', '/vehicles/{vehicleId}'],
  ['/vehicles/example', '/vehicles/example'],
  ['/lookup?our_ref=secret', '/lookup'],
  ['/seen', '/seen'],
  ['/observations', '/observations'],
  ['/interface', '/interface'],
  ['/service', '/service'],
  ['/api/seen', 'other'],
  ['/api/live?position=1,2', '/api/live'],
  ['/api/vehicles/by-our-ref?our_ref=secret', '/api/vehicles/by-our-ref'],
  ['/api/vehicles/v-7', '/api/vehicles/{vehicleId}'],
  ['/api/vehicles/v-7/bookings?our_ref=secret', '/api/vehicles/{vehicleId}/bookings'],
  ['/_next/static/chunks/main.js', '/_next/*'],
  ['/api/auth/callback/oidc?code=secret', '/api/auth/callback/oidc'],
  ['/reset-password', '/reset-password'],
  ['/webhooks', '/webhooks'],
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

test('every page of app and every route has a template', () => {
  const files = readdirSync(join(import.meta.dirname, '../../app'), { recursive: true, encoding: 'utf8' })
  const pages = files.flatMap((file) => /^(.*?)\/?page\.tsx$/.exec(file)?.[1] ?? [])
  const routes = table.map(({ name }) => name.replace(/^\w+ /, '').replaceAll(/\{(\w+)\}/g, '[$1]'))
  const paths = [...pages.map((page) => `/${page}`), ...routes]
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
