import { expect, test } from 'vitest'
import { findForms } from './secret-forms'

const SECRET = 'canary/41?+=~end'

test.each([
  ['raw', `Bearer ${SECRET}`],
  ['url', `?key=${encodeURIComponent(SECRET)}`],
  ['hex', Buffer.from(SECRET).toString('hex')],
  ['base64 at 0', btoa(SECRET)],
  ['base64 at 0', btoa(`key${SECRET}&`)],
  ['base64 at 1', btoa(`:${SECRET}, and so on`)],
  ['base64 at 2', btoa(`a:${SECRET}`)],
  ['base64url at 1', Buffer.from(`Bearer ${SECRET}`).toString('base64url')],
])('%s is found in %s', (form, text) => {
  expect(findForms(text, SECRET)).toContain(form)
})

test('nothing is found where nothing is', () => {
  expect(findForms(btoa('Bearer canary/42?+=~end of all'), SECRET)).toEqual([])
})
