import { expect, test } from 'vitest'
import { nextPage } from './next-page'

test.each([
  '/vehicles/v-7?tab=raw',
  '/?position=51.5,-0.1&radius=900#list',
  '/lookup?our_ref=//elsewhere.example',
])('%s is a page of ours', (next) => {
  expect(nextPage(next)).toBe(next)
})

test.each([
  'https://elsewhere.example/',
  '//elsewhere.example/',
  '/\\elsewhere.example/',
  '/\t/elsewhere.example/',
  '/%2F/..//elsewhere.example',
  '/.//elsewhere.example',
  'javascript:alert(1)',
  'lookup',
  '/api/auth/sign-out',
  '/sign-in?next=/sign-in',
  '/_next/static/x.js',
  '/%61pi/audit/csv',
  '/%73ign-in?next=/lookup',
  '/x//elsewhere.example',
  '/lookup%00',
  '/%ff',
  '',
  null,
  undefined,
])('%s leads to the map', (next) => {
  expect(nextPage(next)).toBe('/')
})
