import { afterEach, expect, test } from 'vitest'
import { setStatusWords, statusStyle } from './status-style'

const NONE = { free: [], busy: [], off: [] }
afterEach(() => setStatusWords(NONE))

test.each([
  ['vrij', 'available'],
  ['VRIJ', 'available'],
  [' Op-Weg ', 'busy'],
  ['op_weg', 'busy'],
  ['متاح', 'available'],
  // The same letters as one character each, and with a combining mark.
  ['libe\u0301re', 'available'],
  ['afgemeld', 'offline'],
  // A word in a setting wins over the usual meaning.
  ['online', 'offline'],
  ['Available', 'available'],
])('%s has the mark of %s', (word, usual) => {
  setStatusWords(NONE)
  const style = statusStyle(usual)
  setStatusWords({ free: ['vrij', 'متاح', 'lib\u00e9re'], busy: ['op weg'], off: ['afgemeld', 'Online'] })
  expect(statusStyle(word)).toBe(style)
})

test('a word that is in no setting is unknown', () => {
  expect(statusStyle('vrij')).toBe(statusStyle('levitating'))
})
