import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PAGES, PUBLIC_PAGES, pageTemplate } from './pages'

test('the list has every page of app', () => {
  const files = readdirSync(join(import.meta.dirname, '../../../app'), {
    recursive: true,
    encoding: 'utf8',
  })
  const pages = files.flatMap((file) => /^(.*?)\/?page\.tsx$/.exec(file)?.[1] ?? [])
  const templates = pages.map((page) => `/${page.replaceAll(/\[(\w+)\]/g, '{$1}')}`)
  expect([...PAGES, ...PUBLIC_PAGES].sort()).toEqual(templates.sort())
})

test.each([
  ['/', '/'],
  ['/integration/vehicle', '/integration/vehicle'],
  ['/vehicles/a%2Fb', '/vehicles/{vehicleId}'],
  ['/vehicles/', null],
  ['/vehicles/a/b', null],
  ['/Lookup', null],
  ['/hooks/a', null],
])('%s is the page %s', (path, template) => {
  expect(pageTemplate(path)).toBe(template)
})
