import { expect, test } from 'vitest'
import { nearWords } from '@/lib/format/text'

test('an address is one inert line, whatever the map’s data hold', () => {
  expect(nearWords('18 de Julio 1234')).toBe('near 18 de Julio 1234')
  expect(nearWords('Av.\u202e\nItalia')).toBe('near Av.\ufffd\ufffdItalia')
  expect(nearWords('شارع الملك 7')).toBe('near \u2068شارع الملك 7\u2069')
  expect(nearWords('x'.repeat(100))).toHaveLength('near …'.length + 60)
})
