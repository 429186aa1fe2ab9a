import { expect, test } from 'vitest'
import { cutToWidth } from './labels'

/** Seven pixels a character, none for direction marks. */
const widthOf = (text: string) => [...text.replace(/[\u2068\u2069]/g, '')].length * 7

test.each([
  ['KB-17', 'KB-17'],
  ['ABCDEFGHIJ', 'ABCDEFGHIJ'],
  ['ABCDEFGHIJK', 'ABCDEFGHI…'],
  ['ABCDEFGH IJKLM', 'ABCDEFGH…'],
  // Three people and the joiners between them are one character.
  ['ABCDEF👨‍👩‍👧HIJKL', 'ABCDEF…'],
  ['متاح-12', '\u2068متاح-12\u2069'],
  ['سيارة الأجرة الأولى', '\u2068سيارة الأ…\u2069'],
])('%s becomes %s at seventy pixels', (text, cut) => {
  expect(cutToWidth(text, 70, widthOf)).toBe(cut)
})

test('one wide character stays, since an ellipsis alone names nothing', () => {
  expect(cutToWidth('ABC', 3, widthOf)).toBe('A…')
})
