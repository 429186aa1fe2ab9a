import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isOurRef } from '@/lib/interface/identifiers'
import { readReferences, remarksOf } from './reference-list'

it('takes each line letter by letter, once, and says what it leaves out', () => {
  const list = readReferences(
    '\ufeffdepot/7\r\n\r\n a?b#c \n100% 🚕\ndepot/7\n"x",y\nسيارة 7\na\tb\n   \nDepot/7\n\n\n',
  )
  expect(list.references).toEqual([
    { line: 1, ourRef: 'depot/7' },
    { line: 3, ourRef: ' a?b#c ' },
    { line: 4, ourRef: '100% 🚕' },
    { line: 6, ourRef: '"x",y' },
    { line: 7, ourRef: 'سيارة 7' },
    { line: 10, ourRef: 'Depot/7' },
  ])
  expect(remarksOf(list)).toEqual([
    '2 blank lines (2, 9)',
    '1 repeated line (5 as 1)',
    '1 line that is no reference (8)',
  ])
})

it('has nothing to say of an empty text', () => {
  expect(readReferences(' \n\n')).toEqual({ references: [], blankLines: [], repeats: [], refusedLines: [] })
})

it('shortens long remarks', () => {
  const list = readReferences(`${'\n'.repeat(20)}a`)
  expect(remarksOf(list)).toEqual(['20 blank lines (1, 2, 3, 4, 5, 6, 7, 8, …)'])
})

it('puts every line in one place, and no reference twice', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 12 })), (lines) => {
      const text = lines.join('\n')
      const { references, blankLines, repeats, refusedLines } = readReferences(text)
      const places = [
        ...references.map(({ line }) => line),
        ...blankLines,
        ...repeats.map(({ line }) => line),
        ...refusedLines,
      ].sort((a, b) => a - b)
      expect(places).toEqual(places.map((_, index) => index + 1))
      expect(new Set(references.map(({ ourRef }) => ourRef)).size).toBe(references.length)
      for (const { ourRef } of references) expect(isOurRef(ourRef)).toBe(true)
    }),
  )
})
