import { expect, test } from 'vitest'
import { inspectableJson, isolated, nearWords, rawText, safeText } from './text'

test.each<[string, (text: string) => string, string, string]>([
  [
    'what turns its surroundings is made inert',
    safeText,
    'a\u202eb\u2066c\u0007',
    'a\ufffdb\ufffdc\ufffd',
  ],
  ['right-to-left text itself is left alone', safeText, 'سيارة 7', 'سيارة 7'],
  ['an over-long text is clipped', safeText, 'x'.repeat(3000), `${'x'.repeat(2000)}…`],
  ['… also in the middle of an emoji', (text) => safeText(text, 3), '🚕🚕', '🚕…'],
  ['right-to-left text is a unit of its own in a sentence', isolated, 'متاح', '\u2068متاح\u2069'],
  ['other text is left alone', isolated, 'busy', 'busy'],
  ['an address', nearWords, '18 de Julio 1234', 'near 18 de Julio 1234'],
  ['… is one inert line', nearWords, 'Av.\u202e\nItalia', 'near Av.\ufffd\ufffdItalia'],
  ['… from right to left', nearWords, 'شارع الملك 7', 'near \u2068شارع الملك 7\u2069'],
  ['… whatever the map’s data hold', nearWords, 'x'.repeat(100), `near ${'x'.repeat(60)}…`],
])('%s', (_, write, text, written) => expect(write(text)).toBe(written))

test('a value of another type is shown as it came', () => {
  expect([{ a: [1] }, 'x', undefined].map((value) => rawText(value))).toEqual([
    '{"a":[1]}',
    'x',
    'absent',
  ])
})

test('writes reordering and invisible characters as escapes that parse back to the same value', () => {
  const value = JSON.parse(
    '{"a\\u202eb": "\\u2066x\\u2069\\u200f\\ufeff\\u2028", "__proto__": {"c": "<b>"}}',
  )
  const text = inspectableJson(value)
  expect(text).toContain('"a\\u202eb": "\\u2066x\\u2069\\u200f\\ufeff\\u2028"')
  expect(text).toContain('"__proto__"')
  expect(JSON.parse(text)).toEqual(value)
  // Readable letters of every script are left alone.
  expect(inspectableJson({ name: 'Søren مرحبا 🚕' })).toBe('{\n  "name": "Søren مرحبا 🚕"\n}')
})
