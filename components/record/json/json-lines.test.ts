import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasMoreThan, hitsOf, linesOf, pathText, reveal, scalarText, turn } from './json-lines'

const booking = JSON.parse(
  '{"id":"b-1","totals":{"net":1,"tags":["a",{"b":null}]},"odd name":true,"__proto__":{"x":1},"empty":{}}',
)
const folded = { openLevels: 1, turned: new Set<string>() }
const open = { openLevels: Number.POSITIVE_INFINITY, turned: new Set<string>() }
const keysOf = (folding: typeof folded) => linesOf(booking, folding).lines.map(({ key }) => key)

describe('the lines of a tree', () => {
  it('are all its values when nothing is folded, each with the path that leads to it', () => {
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

  it('leave out what is folded, and come back', () => {
    expect(keysOf(folded)).toEqual(['$', '$.id', '$.totals', '$["odd name"]', '$.__proto__', '$.empty'])
    const turned = turn(folded, '$.totals')
    expect(keysOf(turned as typeof folded)).toContain('$.totals.tags')
    expect(keysOf(turn(turned, '$.totals') as typeof folded)).toEqual(keysOf(folded))
  })

  it('show a value however deep it is folded away, and nothing else', () => {
    const shown = reveal({ openLevels: 0, turned: new Set() }, ['totals', 'tags', 1, 'b'])
    expect(keysOf(shown as typeof folded)).toContain('$.totals.tags[1].b')
    expect(keysOf(shown as typeof folded)).not.toContain('$.__proto__.x')
  })

  it('say where each stands among its siblings and how much it holds', () => {
    expect(linesOf(booking, folded).lines[2]).toMatchObject({
      level: 2,
      place: 2,
      siblings: 5,
      members: 2,
      isOpen: false,
    })
  })

  it('are cut where there are too many, and say so', () => {
    const { lines, isCut } = linesOf(new Array(200_000).fill(0), open)
    expect([lines.length, isCut]).toEqual([100_000, true])
  })

  it('are found by their keys alone, whatever the names', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const { lines } = linesOf(value, open)
        expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length)
        for (const { path, key } of lines) expect(pathText(path)).toBe(key)
      }),
    )
  })
})

describe('a value in one line', () => {
  it('hides and reorders nothing', () => {
    expect(scalarText('a\u202eb\u200b')).toBe('"a\\u202eb\\u200b"')
    expect(pathText(['\u202ex'])).toBe('$["\\u202ex"]')
  })

  it('is clipped, whole characters only', () => {
    const text = scalarText(`${'x'.repeat(299)}🚕${'y'.repeat(1_000_000)}`)
    expect(text.length).toBeLessThan(320)
    expect(text.endsWith('…"')).toBe(true)
    expect(text.isWellFormed()).toBe(true)
  })

  it('tells a number beyond all numbers from null', () => {
    expect(scalarText(JSON.parse('1e999'))).toBe('Infinity')
    expect(scalarText(null)).toBe('null')
  })
})

describe('a search', () => {
  it('finds names and values, top to bottom, upper or lower case', () => {
    expect(hitsOf(booking, 'NET').map(pathText)).toEqual(['$.totals.net'])
    expect(hitsOf(booking, 'b').map(pathText)).toEqual(['$.id', '$.totals.tags[1].b'])
    expect(hitsOf(booking, 'true').map(pathText)).toEqual(['$["odd name"]'])
  })

  it('finds nothing for no text, and not without end', () => {
    expect(hitsOf(booking, '')).toEqual([])
    expect(hitsOf(new Array(5000).fill('x'), 'x')).toHaveLength(1000)
  })
})

it('counts no further than it must', () => {
  expect(hasMoreThan(booking, 12)).toBe(false)
  expect(hasMoreThan(booking, 11)).toBe(true)
  expect(hasMoreThan(null, 1)).toBe(false)
})
