import { expect, it } from 'vitest'
import { formatCsv } from './csv'

const withoutMark = (text: string) => text.replace(/^\ufeff/, '')

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠x'])(
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
