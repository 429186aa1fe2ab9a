import { expect, it } from 'vitest'
import { inspectableJson } from '@/lib/format/text'

it('writes reordering and invisible characters as escapes that parse back to the same value', () => {
  const value = JSON.parse('{"a\\u202eb": "\\u2066x\\u2069\\u200f\\ufeff\\u2028", "__proto__": {"c": "<b>"}}')
  const text = inspectableJson(value)
  expect(text).toContain('"a\\u202eb": "\\u2066x\\u2069\\u200f\\ufeff\\u2028"')
  expect(text).toContain('"__proto__"')
  expect(JSON.parse(text)).toEqual(value)
})

it('indents and leaves readable letters of every script alone', () => {
  expect(inspectableJson({ name: 'Søren مرحبا 🚕' })).toBe('{\n  "name": "Søren مرحبا 🚕"\n}')
})
