import { expect, test } from 'vitest'
import { inspectableJson, isolated, nearWords, rawText, safeText } from './text'

test('a text that would turn its surroundings round is made inert', () => {
  expect(safeText('a\u202eb\u2066c\u0007')).toBe('a\ufffdb\ufffdc\ufffd')
})

test('right-to-left text itself is left alone', () => {
  expect(safeText('سيارة 7')).toBe('سيارة 7')
})

test('right-to-left text is a unit of its own in a sentence, other text is left alone', () => {
  expect(isolated('متاح')).toBe('\u2068متاح\u2069')
  expect(isolated('busy')).toBe('busy')
})

test('an over-long text is clipped, also in the middle of an emoji', () => {
  expect(safeText('x'.repeat(3000))).toHaveLength(2001)
  expect(safeText('🚕🚕', 3)).toBe('🚕…')
})

test('a value of another type is shown as it came', () => {
  expect(rawText({ a: [1] })).toBe('{"a":[1]}')
  expect(rawText('x')).toBe('x')
  expect(rawText(undefined)).toBe('absent')
})

test('an address is one inert line, whatever the map’s data hold', () => {
  expect(nearWords('18 de Julio 1234')).toBe('near 18 de Julio 1234')
  expect(nearWords('Av.\u202e\nItalia')).toBe('near Av.\ufffd\ufffdItalia')
  expect(nearWords('شارع الملك 7')).toBe('near \u2068شارع الملك 7\u2069')
  expect(nearWords('x'.repeat(100))).toHaveLength('near …'.length + 60)
})

test('writes reordering and invisible characters as escapes that parse back to the same value', () => {
  const value = JSON.parse('{"a\\u202eb": "\\u2066x\\u2069\\u200f\\ufeff\\u2028", "__proto__": {"c": "<b>"}}')
  const text = inspectableJson(value)
  expect(text).toContain('"a\\u202eb": "\\u2066x\\u2069\\u200f\\ufeff\\u2028"')
  expect(text).toContain('"__proto__"')
  expect(JSON.parse(text)).toEqual(value)
})

test('indents and leaves readable letters of every script alone', () => {
  expect(inspectableJson({ name: 'Søren مرحبا 🚕' })).toBe('{\n  "name": "Søren مرحبا 🚕"\n}')
})
