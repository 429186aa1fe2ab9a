import { expect, it } from 'vitest'
import { mailtoHref, phoneParts } from './contact'

const links = (text: string) => phoneParts(text).flatMap(({ href }) => href ?? [])

it.each([
  ['+44 20 7946 0123', 'tel:+442079460123'],
  ['(+44) 20 7946 0123', 'tel:+442079460123'],
  ['+49 (0)800 754 1234', 'tel:+498007541234'],
  // Italy dials the 0.
  ['+39 (0)6 1234 5678', 'tel:+390612345678'],
  ['(020) 7946-0999', 'tel:02079460999'],
  ['099 123 456', 'tel:099123456'],
  ['089 / 123456', 'tel:089123456'],
  ['01.23.45.67.89', 'tel:0123456789'],
  ['06 12 34 56 78', 'tel:0612345678'],
  ['112', 'tel:112'],
  ['\u2068+598 99 123 456\u2069', 'tel:+59899123456'],
  ['\u202a099\u00a0123\u2011456\u202c', 'tel:099123456'],
  ['＋５９８ ９９ １２３ ４５６', 'tel:+59899123456'],
  ['٠٩٩ ١٢٣ ٤٥٦', 'tel:099123456'],
])('dials %s', (text, href) => expect(links(text)).toEqual([href]))

it.each([
  ...['099 123 456 / 099 654 321', '099 123 456, 099 654 321'],
  ...['099123456\n099654321', '099-123-456 or 099-654-321'],
])('dials each of %j', (text) => expect(links(text)).toEqual(['tel:099123456', 'tel:099654321']))

it('tells the numbers of a text from what stands between them', () => {
  expect(phoneParts('+598 99 123 456 +598 99 654 321')).toEqual([
    { text: '+598 99 123 456', href: 'tel:+59899123456' },
    { text: ' ', href: null },
    { text: '+598 99 654 321', href: 'tel:+59899654321' },
  ])
})

it('reads the digits of every script', () => {
  for (const system of Intl.supportedValuesOf('numberingSystem')) {
    const digits = new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false }).format(
      1234567890,
    )
    if (/^\p{Nd}+$/u.test(digits)) expect(links(digits), system).toEqual(['tel:1234567890'])
  }
})

it.each([
  ...['', 'ask Bob', '12', '+', '1-800-FLOWERS', 'javascript:alert(1)', '000 000', '099 123 456²'],
  ...['1'.repeat(41), `+${'1'.repeat(300)}`, '+999 123 456', '+49 800', '0049 (0)800 754 1234'],
  // Extensions, and numbers of which a part is left out.
  ...[
    '0123;ext=4',
    '0123x4',
    '+44 20 7946 0123 ext. 3',
    '+44 20 7946 0123 #3',
    '+598 99 123 456 / 7',
  ],
  ...['+598 99 123 456 099 654 321', '089 123456-8', '099 123 456-458', '+598 99 123 456-458'],
  ...[
    '+598 99 123 456 / 99 654 321',
    '089 123456 / 654321',
    '234 5678 - 234 5679',
    '2345678 2345679',
  ],
  // Dates, times and positions.
  ...['2026', '2026-11', '2026-11-25', '20261125', '2026-11-25 10.30', '2026/11/25', '25.11.2026'],
  ...['25.11.2026 10.30', '25/11/26', '25112026', '08.00-17.00'],
  ...['-34.9011, -56.1645', '34.9011, 56.1645', '5.98E+10'],
])('does not dial %j', (text) => expect(phoneParts(text)).toEqual([{ text, href: null }]))

it.each([
  ['ingrid+cab@example.org', 'mailto:ingrid%2Bcab@example.org'],
  ["o'brien@example.org", "mailto:o'brien@example.org"],
  ['søren@eksempel.dk', 'mailto:s%C3%B8ren@eksempel.dk'],
])('writes to %s', (text, href) => expect(mailtoHref(text)).toBe(href))

it.each([
  ...[
    '',
    'not an address',
    'a@b',
    '"a"@example.org',
    'a\u202e@example.org',
    'a@example.org,b@example.org',
  ],
  ...['a@example.org?bcc=b@example.org', 'a@example.org\r\nBcc: b@example.org'],
])('does not write to %j', (text) => expect(mailtoHref(text)).toBeNull())
