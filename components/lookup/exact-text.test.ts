import { expect, it } from 'vitest'
import { visibleCharacters } from '@/components/lookup/exact-text'

const signs = (text: string) =>
  visibleCharacters(text)
    .map((part) => (typeof part === 'string' ? part : `[${part.sign}]`))
    .join('')

it('shows every space and every character that cannot be seen', () => {
  expect(signs(' KB 7\u00a0')).toBe('[␣]KB[␣]7[U+00A0]')
  expect(signs('a\u202eb\u200bc\td')).toBe('a[U+202E]b[U+200B]c[U+0009]d')
  expect(signs('a\ud800')).toBe('a[U+D800]')
})

it('leaves letters of every script, signs and joined emoji whole', () => {
  expect(signs('مركبة/7?#%&')).toBe('مركبة/7?#%&')
  expect(signs('👩‍✈️🚕')).toBe('👩‍✈️🚕')
})

it('marks what looks like a hyphen or a letter and is not', () => {
  const signs = (text: string) =>
    visibleCharacters(text).flatMap((part) => (typeof part === 'string' ? [] : [part.sign]))
  expect(signs('KB-17')).toEqual([])
  expect(signs('KB\u201117')).toEqual(['\u2011 U+2011'])
  expect(signs('KB–17')).toEqual(['– U+2013'])
  expect(signs('Ｋ7')).toEqual(['Ｋ U+FF2B'])
})

it('in a list, marks spaces only at the ends and where there are several', () => {
  const signs = (text: string) =>
    visibleCharacters(text, true).filter((part) => typeof part !== 'string').length
  expect(signs('depot 7')).toBe(0)
  expect(signs(' depot 7 ')).toBe(2)
  expect(signs('depot  7')).toBe(2)
  expect(signs('depot\u00a07')).toBe(1)
})
