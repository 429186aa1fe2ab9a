import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findInJson, hasMoreThan, linesOf, pathText, reveal, scalarText, toggle } from './json-lines'

const booking = JSON.parse(
  '{"id":"b-1","totals":{"net":1,"tags":["a",{"b":null}]},"odd name":true,"__proto__":{"x":1},"empty":{}}',
)
const folded = { openLevels: 1, toggled: new Set<string>() }
const open = { openLevels: Number.POSITIVE_INFINITY, toggled: new Set<string>() }
const keysOf = (folding: typeof folded) => linesOf(booking, folding).lines.map(({ key }) => key)

describe('the lines of a tree', () => {
  it('are all values of an expanded tree, with their paths', () => {
    expect(keysOf(open)).toEqual([
      '$',
      '$.id',
      '$.totals',
      '$.totals.net',
      '$.totals.tags',
      '$.totals.tags[0]',
      '$.totals.tags[1]',
      '$.totals.tags[1].b',
      '$["odd name"]',
      '$.__proto__',
      '$.__proto__.x',
      '$.empty',
    ])
  })

  it('leave out collapsed values', () => {
    expect(keysOf(folded)).toEqual(['$', '$.id', '$.totals', '$["odd name"]', '$.__proto__', '$.empty'])
    const toggled = toggle(folded, '$.totals')
    expect(keysOf(toggled as typeof folded)).toContain('$.totals.tags')
    expect(keysOf(toggle(toggled, '$.totals') as typeof folded)).toEqual(keysOf(folded))
  })

  it('reveal one value and its ancestors only', () => {
    const shown = reveal({ openLevels: 0, toggled: new Set() }, ['totals', 'tags', 1, 'b'])
    expect(keysOf(shown as typeof folded)).toContain('$.totals.tags[1].b')
    expect(keysOf(shown as typeof folded)).not.toContain('$.__proto__.x')
  })

  it('give position among siblings and number of members', () => {
    expect(linesOf(booking, folded).lines[2]).toMatchObject({
      level: 2,
      place: 2,
      siblings: 5,
      members: 2,
      isOpen: false,
    })
  })

  it('are cut at a limit', () => {
    const { lines, isCut } = linesOf(new Array(200_000).fill(0), open)
    expect([lines.length, isCut]).toEqual([100_000, true])
  })

  it('have unique keys', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const { lines } = linesOf(value, open)
        expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length)
        for (const { path, key } of lines) expect(pathText(path)).toBe(key)
      }),
    )
  })
})

describe('a scalar in one line', () => {
  it('has no characters that hide or reorder', () => {
    expect(scalarText('a\u202eb\u200b')).toBe('"a\\u202eb\\u200b"')
    expect(pathText(['\u202ex'])).toBe('$["\\u202ex"]')
  })

  it('is clipped, whole characters only', () => {
    const text = scalarText(`${'x'.repeat(299)}🚕${'y'.repeat(1_000_000)}`)
    expect(text.length).toBeLessThan(320)
    expect(text.endsWith('…"')).toBe(true)
    expect(text.isWellFormed()).toBe(true)
  })

  it('distinguishes infinity from null', () => {
    expect(scalarText(JSON.parse('1e999'))).toBe('Infinity')
    expect(scalarText(null)).toBe('null')
  })
})

describe('a search', () => {
  it('finds names and values, top to bottom, ignoring case', () => {
    expect(findInJson(booking, 'NET').map(pathText)).toEqual(['$.totals.net'])
    expect(findInJson(booking, 'b').map(pathText)).toEqual(['$.id', '$.totals.tags[1].b'])
    expect(findInJson(booking, 'true').map(pathText)).toEqual(['$["odd name"]'])
  })

  it('finds nothing for an empty text, and at most 1,000 matches', () => {
    expect(findInJson(booking, '')).toEqual([])
    expect(findInJson(new Array(5000).fill('x'), 'x')).toHaveLength(1000)
  })
})

it('compares the number of values with a limit', () => {
  expect(hasMoreThan(booking, 12)).toBe(false)
  expect(hasMoreThan(booking, 11)).toBe(true)
  expect(hasMoreThan(null, 1)).toBe(false)
})
