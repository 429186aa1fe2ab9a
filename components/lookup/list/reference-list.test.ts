import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isOurRef } from '@/lib/interface/identifiers'
import { readReferences, readTextFile, remarkOf } from './reference-list'

it('takes each line exactly, once, and names the skipped lines', () => {
  const list = readReferences(
    '\ufeffdepot/7\r\n\r\n a?b#c \n100% 🚕\ndepot/7\n"x",y\nسيارة 7\nb\u0007\n   \nDepot/7\n\n\n',
  )
  expect(list.references).toEqual([
    { line: 1, ourRef: 'depot/7' },
    { line: 3, ourRef: ' a?b#c ' },
    { line: 4, ourRef: '100% 🚕' },
    { line: 6, ourRef: '"x",y' },
    { line: 7, ourRef: 'سيارة 7' },
    { line: 10, ourRef: 'Depot/7' },
  ])
  expect(remarkOf(list)).toBe('Skipped: line 5 (repeats line 1) and 1 more.')
  expect(remarkOf(readReferences(' \n\n'))).toBe('')
})

it('takes the likeliest column of a table, another that is chosen, or whole lines', () => {
  const text = 'KB-22;Ines Calder\nKB-23;\nKB-22;again'
  const take = (chosen?: number | null) =>
    readReferences(text, chosen).references.map(({ ourRef }) => ourRef)
  expect(take()).toEqual(['KB-22', 'KB-23'])
  expect(take(1)).toEqual(['Ines Calder', 'again'])
  expect(take(9)).toEqual(take())
  expect(take(null)).toEqual(['KB-22;Ines Calder', 'KB-23;', 'KB-22;again'])
})

it('gives each line that is skipped a reason', () => {
  expect(readReferences(`c\u0007\na\nb\na\n${'x'.repeat(300)}`).skipped).toEqual([
    { line: 1, text: 'c\u0007', why: 'contains a control character' },
    { line: 4, text: 'a', why: 'repeats line 2' },
    { line: 5, text: 'x'.repeat(200), why: 'too long' },
  ])
})

it('takes no reference twice, and none that cannot be asked for', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 12 })), (lines) => {
      const { references } = readReferences(lines.join('\n'))
      expect(new Set(references.map(({ ourRef }) => ourRef)).size).toBe(references.length)
      for (const { ourRef } of references) expect(isOurRef(ourRef)).toBe(true)
    }),
  )
})

const file = (bytes: Uint8Array<ArrayBuffer> | string) => new File([bytes], 'references.txt')

it('names the lines that a spreadsheet has changed', () => {
  const list = readReferences('ref\n123\n1.23457E+11\n03-Jan\n1.00E+05\nKB-4')
  expect(list.references).toHaveLength(5)
  expect(remarkOf(list)).toBe('A spreadsheet has probably changed lines 3, 4, 5.')
})

it('refuses in words JSON and web pages without a list', () => {
  const refused = [
    '{"a": 1}',
    '[]',
    '[{"a": {}, "b": {}}]',
    '<html><p>KB-1</p></html>',
    '<!DOCTYPE html>',
  ]
  for (const text of refused) {
    const { references, refusal } = readReferences(text)
    expect(references).toEqual([])
    expect(refusal).toMatch(/without a (list|table)/)
  }
  expect(readReferences('[KB-1]\n{7}').references).toHaveLength(2)
})

it('reads UTF-8, and UTF-16 as a spreadsheet writes it', async () => {
  expect(await readTextFile(file('سيارة 7'))).toEqual({ text: 'سيارة 7', refusal: null })
  for (const mark of ['\ufeff', '']) {
    const utf16 = Buffer.from(`${mark}depot/7\r\n🚕`, 'utf16le')
    const read = await readTextFile(file(new Uint8Array(utf16)))
    expect(read).toEqual({ text: 'depot/7\r\n🚕', refusal: null })
  }
})

it('refuses a workbook in words', async () => {
  for (const start of [
    [0x50, 0x4b, 0x03, 0x04],
    [0xd0, 0xcf, 0x11, 0xe0],
  ])
    expect((await readTextFile(file(Uint8Array.from(start)))).refusal).toMatch(/is a workbook/)
})

it('refuses in words what is no text, and what is too large', async () => {
  expect((await readTextFile(file(Uint8Array.of(0x89, 0x50, 0xff)))).refusal).toMatch(
    /isn’t UTF-8 text/,
  )
  expect((await readTextFile(file('x'.repeat(1_000_001)))).refusal).toMatch(
    /1000001 bytes; at most 1000000/,
  )
})
