import { expect, test } from 'vitest'
import { nextPage, signInPage } from './pages'

test.each([
  '/vehicles/v-7?tab=raw',
  '/?position=51.5,-0.1&radius=900#list',
  '/lookup?our_ref=//elsewhere.example',
  '/lookup/?our_ref=a',
  '/vehicles/a%2Fb',
  '/bookings/arrived/a.b',
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
  '/lookup//elsewhere.example',
  '/vehicles/v-7/unknown',
  '/unknown',
  '/invitation?token=x',
  '/lookup%00',
  '/%ff',
  '',
  null,
  undefined,
])('%s leads to the map', (next) => {
  expect(nextPage(next)).toBe('/')
})

test('the sign-in leads back to the page, and repeats no token of a webhook address', () => {
  const token = 'a-Token_of-43-characters'.padEnd(43, 'x')
  expect(signInPage('/lookup?our_ref=a')).toBe('/sign-in?next=%2Flookup%3Four_ref%3Da')
  expect(signInPage('/')).toBe('/sign-in')
  // An unknown page of the same length, so that the two are alike.
  for (const path of [
    `/hooks/${token}`,
    `/books/${token}`,
    `/hooks/${token}/x?y`,
    `/vehicles/hooks/${token}`,
  ])
    expect(signInPage(path)).toBe('/sign-in')
  const pasted = `https://kerbside.example/hooks/${token}`
  for (const query of [
    pasted,
    encodeURIComponent(pasted),
    encodeURIComponent(encodeURIComponent(pasted)),
  ])
    expect(signInPage(`/lookup?our_ref=${query}`)).toBe('/sign-in')
  for (const page of [
    `/vehicles/${token}`,
    `/lookup?our_ref=${token}`,
    `/lookup?our_ref=hooks/${token}x`,
  ])
    expect(signInPage(page)).toBe(`/sign-in?${new URLSearchParams({ next: page })}`)
})
