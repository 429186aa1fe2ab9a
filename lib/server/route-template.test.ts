import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { table } from '@/lib/api/table'
import { routeTemplate } from './route-template'

test.each([
  ['/lookup?our_ref=secret', '/lookup'],
  ['/api/seen', 'other'],
  ['/api/vehicles/v-7/bookings?our_ref=secret', '/api/vehicles/{vehicleId}/bookings'],
  ['/_next/static/chunks/main.js', '/_next/*'],
  ['/api/auth/callback/oidc?code=secret', '/api/auth/callback/oidc'],
  ['/map/0123456789abcdef/14', 'other'],
  ['/wp-login.php', 'other'],
  ['/hooks/secret', '/hooks/{token}'],
  ['/hooks/secret/', '/hooks/{token}'],
  ['/api/auth/secret', 'other'],
  ['/api/vehicles/v-7/secret', 'other'],
  ['*', 'other'],
])('%s is of the route %s', (target, route) => {
  expect(routeTemplate(target)).toBe(route)
})

test('every page of app and every route has a template', () => {
  const files = readdirSync(join(import.meta.dirname, '../../app'), {
    recursive: true,
    encoding: 'utf8',
  })
  const pages = files.flatMap((file) => /^(.*?)\/?page\.tsx$/.exec(file)?.[1] ?? [])
  const routes = table.map(({ name }) => name.replace(/^\w+ /, '').replaceAll(/\{(\w+)\}/g, '[$1]'))
  const paths = [...pages.map((page) => `/${page}`), ...routes]
  const templates = paths.map((path) => routeTemplate(path.replaceAll(/\[\w+\]/g, 'some-id')))
  expect(templates).toEqual(paths.map((path) => path.replaceAll(/\[(\w+)\]/g, '{$1}')))
})
