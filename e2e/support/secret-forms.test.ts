import { expect, test } from 'vitest'
import { findForms } from './secret-forms'

const SECRET = 'canary/41?+=~end'

test.each([
  ['raw', `Bearer ${SECRET}`],
  ['url', `?key=${encodeURIComponent(SECRET)}`],
  ['hex', Buffer.from(SECRET).toString('hex')],
  ['base64', btoa(SECRET)],
  ['base64url', Buffer.from(SECRET).toString('base64url')],
])('%s is found in %s', (form, text) => {
  expect(findForms(text, SECRET)).toContain(form)
})

test('nothing is found where nothing is', () => {
  expect(findForms(btoa('Bearer canary/42?+=~end of all'), SECRET)).toEqual([])
})
