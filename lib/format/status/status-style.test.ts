import { afterEach, expect, test } from 'vitest'
import { setStatusWords, statusSetting, statusStyle } from './status-style'
import { readingInWords, readingsInWords } from './status-words'

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
  setStatusWords({
    free: ['vrij', 'متاح', 'lib\u00e9re'],
    busy: ['op weg'],
    off: ['afgemeld', 'Online'],
  })
  expect(statusStyle(word)).toBe(style)
})

test('a word that is in no setting is unknown', () => {
  expect(statusStyle('vrij')).toBe(statusStyle('levitating'))
})

test.each([
  ['available', null],
  [null, null],
  ['On trip', 'read as busy by Kerbside'],
  ['pending', 'read as promised by Kerbside'],
  ['out-of-service', 'read as out of service by Kerbside'],
  ['Vrij', 'read as free by a setting'],
  ['hovering', 'not known to Kerbside'],
])('whose reading a status is: %j is %j', (status, words) => {
  setStatusWords({ ...NONE, free: ['vrij'] })
  expect(readingInWords(status)).toBe(words)
})

test('the legend says in whole sentences how statuses are counted, without words that say so themselves', () => {
  setStatusWords({ ...NONE, free: ['vrij'], busy: ['op weg'] })
  const statuses = [
    'available',
    'busy',
    'on_trip',
    'hired',
    'idle',
    'offline',
    'Vrij',
    'hovering',
    '',
  ]
  expect(readingsInWords(statuses)).toEqual([
    'Kerbside counts idle as free, on trip and hired as busy, offline as off duty.',
    'The settings count Vrij as free.',
    'Kerbside does not know hovering.',
  ])
  expect(readingsInWords(['available', 'busy', 'out_of_service'])).toEqual([])
})

test('the line of a setting keeps the words that are in it, and no text that would break it is offered', () => {
  setStatusWords({ ...NONE, free: ['vrij'] })
  expect(statusSetting('free', 'hovering')).toBe('STATUS_FREE=vrij,hovering')
  expect(statusSetting('busy', 'op weg')).toBe('STATUS_BUSY="op weg"')
  for (const word of ['a,b', 'a\nB=1', '$HOME', 'a"b', '\u202eeerf', ' ', 'x'.repeat(41)])
    expect(statusSetting('off', word)).toBeNull()
})
