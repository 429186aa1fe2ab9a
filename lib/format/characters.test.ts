import { expect, it } from 'vitest'
import { visibleCharacters } from './characters'

const signs = (text: string) =>
  visibleCharacters(text)
    .map((stretch) => (stretch.kind === 'plain' ? stretch.text : `[${stretch.sign}]`))
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
