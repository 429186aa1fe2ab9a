import { expect, test } from 'vitest'
import { keyPhrase, keyWords } from './key-words'

test.each([
  ['wheelchair_taxi', 'Wheelchair taxi'],
  ['car-basic', 'Car basic'],
  ['SUV_large', 'SUV large'],
  ['suv', 'SUV'],
  ['wav_taxi', 'WAV taxi'],
  ['large-mpv', 'Large MPV'],
  ['suvs', 'Suvs'],
  ['iQ', 'iQ'],
  ['7-seater', '7-seater'],
  ['__busy__', 'Busy'],
  ['متاح', 'متاح'],
  ['éco_plus', 'Éco plus'],
  ['ßx', 'ßx'],
  ['_', '_'],
  ['', ''],
])('%s is shown as %s', (key, words) => expect(keyWords(key)).toBe(words))

test('inside a sentence the first letter stays; control characters are marked, and long keys are clipped', () => {
  expect(keyPhrase('wheelchair_taxi')).toBe('wheelchair taxi')
  expect(keyWords('on\u202eline')).toBe('On\ufffdline')
  expect(keyWords('a'.repeat(50), 4)).toBe('Aaaa…')
})
