import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatCsv, unguarded } from './csv'

const withoutMark = (text: string) => text.replace(/^\ufeff/, '')

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t1', '\r1', '\n1', '＝1', '＋1', '－1', '＠x'])(
  'makes a text of %j that no spreadsheet runs',
  (text) => expect(withoutMark(formatCsv([[text]]))).toBe(`"'${text}"\r\n`),
)

it('quotes every field and doubles quotes; signs within a text, line breaks and negative numbers stay', () => {
  expect(withoutMark(formatCsv([['a=1', ' -1', -0.12]]))).toBe('"a=1"," -1","-0.12"\r\n')
  expect(withoutMark(formatCsv([['say "hi"', 'a,b\nc', null, 0]]))).toBe(
    '"say ""hi""","a,b\nc","","0"\r\n',
  )
})

it('starts with the mark by which a spreadsheet knows UTF-8, and writes no half of a pair', () => {
  const text = formatCsv([['🚕'], ['\ud83d']])
  expect(text).toBe('\ufeff"🚕"\r\n"\ufffd"\r\n')
})

const cellOf = (text: string) => withoutMark(formatCsv([[text]])).trimEnd()

it.each([
  ['Make;=1+1;x', "Make;'=1+1;x"],
  ['a;"=1+1"', 'a;""\'=1+1""'],
  ['a\t@x', "a\t'@x"],
  ['a\n-1', "a\n'-1"],
  ['a;＝1', "a;'＝1"],
])('makes no formula of %j where another sign separates', (text, expected) => {
  expect(cellOf(text)).toBe(`"${expected}"`)
})

/** Cells of a line as a spreadsheet makes them: a quote counts at the start of a cell alone. */
function cellsOf(line: string, separator: string): string[] {
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < line.length; at++) {
    const sign = line[at] ?? ''
    if (isQuoted && sign === '"' && line[at + 1] === '"') {
      cell += '"'
      at++
    } else if (isQuoted && sign === '"') isQuoted = false
    else if (!isQuoted && sign === '"' && cell === '') isQuoted = true
    else if (!isQuoted && (sign === separator || sign === '\n')) {
      cells.push(cell)
      cell = ''
    } else cell += sign
  }
  return [...cells, cell]
}

it('makes no cell a formula by either separator, whatever the texts hold', () => {
  const parts = ['=1+1', '+1', '@x', '-1', ';', ',', '"', "'", '\n', ' ', 'a', '\t', '0']
  const text = fc.array(fc.constantFrom(...parts), { maxLength: 8 }).map((all) => all.join(''))
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (row) => {
      const line = withoutMark(formatCsv([row])).replace(/\r\n$/, '')
      for (const separator of [',', ';', '\t'])
        for (const cell of cellsOf(line, separator))
          if (!/^="[\d/-]+"/.test(cell)) expect(cell).not.toMatch(/^[=+\-@＝＋－＠]/)
    }),
  )
})

it.each(['00123', '1E5', '123456789012', '3-1', '03/01/2026', 'JAN-5', '3 Mar', 'MAR1'])(
  'keeps %j as it is in a spreadsheet',
  (text) => expect(cellOf(text)).toBe(`"=""${text}"""`),
)

it.each(['KB-17', '4971', '2026-05-01T08:30:00.250Z', 'MARINA 12345', '1E', '+598 99 123 456'])(
  'leaves %j without an equals sign',
  (text) => expect(cellOf(text)).not.toContain('='),
)

it.each(['00123', '=1+1', "'KB-1", "'17", "''x", "'s", 'a;=1', 'a;b', '-1', "'KB-1'", 'KB-1'])(
  'is read back as %j',
  (text) => expect(unguarded(cellOf(text).slice(1, -1).replaceAll('""', '"'))).toBe(text),
)
