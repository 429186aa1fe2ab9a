import { describe, expect, it } from 'vitest'
import { mailtoHref, telHref } from './contact'

describe('phone numbers', () => {
  it.each([
    ['+44 20 7946 0123', 'tel:+442079460123'],
    ['(020) 7946-0999', 'tel:02079460999'],
    ['112', 'tel:112'],
  ])('dials %s', (text, href) => expect(telHref(text)).toBe(href))

  it.each(['', 'ask Bob', '12', '+', '0123;ext=4', '0123x4', 'javascript:alert(1)', `${'1'.repeat(41)}`])(
    'does not dial %j',
    (text) => expect(telHref(text)).toBeNull(),
  )
})

describe('e-mail addresses', () => {
  it.each([
    ['ingrid+cab@example.org', 'mailto:ingrid%2Bcab@example.org'],
    ["o'brien@example.org", "mailto:o'brien@example.org"],
    ['søren@eksempel.dk', 'mailto:s%C3%B8ren@eksempel.dk'],
  ])('writes to %s', (text, href) => expect(mailtoHref(text)).toBe(href))

  it.each([
    '',
    'not an address',
    'a@b',
    'a@example.org,b@example.org',
    'a@example.org?bcc=b@example.org',
    'a@example.org\r\nBcc: b@example.org',
    '"a"@example.org',
    'a\u202e@example.org',
  ])('does not write to %j', (text) => expect(mailtoHref(text)).toBeNull())
})
