import { afterEach, expect, test } from 'vitest'
import { setStatusReadings, setStatusWords, statusWordsVersion } from './given-readings'
import { createClassOf, statusReading } from './status-reading'
import { statusStyle } from './status-style'
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
  ['On trip', 'treated as busy'],
  ['pending', 'treated as promised'],
  ['out-of-service', 'treated as out of service'],
  ['Vrij', 'treated as free by a server setting'],
  ['hovering', 'meaning not known'],
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
    'Treated as free: idle and Vrij.',
    'Treated as busy: on trip and hired.',
    'Treated as off duty: offline.',
    'Meaning not known: hovering.',
  ])
  expect(readingsInWords(['available', 'busy', 'out_of_service'])).toEqual([])
})

test('an administrator’s reading holds for every spelling, wins over the usual one, and not over a setting', () => {
  const before = statusWordsVersion()
  setStatusWords({ ...NONE, busy: ['op weg'] })
  setStatusReadings([
    { status: 'Hovering ', of: 'promised' },
    { status: 'idle', of: 'off' },
    { status: 'Op Weg', of: 'free' },
  ])
  expect(statusReading('HOVERING')).toEqual({ of: 'promised', by: 'administrator' })
  expect(statusReading('idle')).toEqual({ of: 'off', by: 'administrator' })
  expect(statusReading('op-weg')).toEqual({ of: 'busy', by: 'setting' })
  expect(readingInWords('hovering')).toBe('treated as promised by an administrator')
  expect(readingsInWords(['hovering'])).toEqual(['Treated as promised: hovering.'])
  expect(statusStyle('hovering')).toBe(statusStyle('reserved'))
  expect(statusWordsVersion()).toBeGreaterThan(before)
  setStatusReadings([])
  expect(statusReading('hovering')).toBeNull()
})

test.each([
  ['Arriving', 'promised'],
  ['DISPATCHED', 'promised'],
  ['on trip', 'busy'],
  ['onTrip', 'busy'],
  ['En Route', 'busy'],
  ['POB', 'busy'],
  ['soon clear', 'busy'],
  ['on break', 'off'],
  ['Logged Off', 'off'],
  ['broken down', 'out'],
  ['vacant', 'free'],
  ['Awaiting Job', 'free'],
  ['P.O.B.', 'busy'],
  ['in transit', 'busy'],
  ['Arrived at pick-up', 'promised'],
  ['Signed Out', 'off'],
  ['Off', 'off'],
  ['non_operational', 'out'],
  ['Not in service', 'out'],
  ['Passenger in car', 'busy'],
  ['job accepted', 'promised'],
])('the everyday word %s is read as %s, by Kerbside', (word, of) => {
  expect(statusReading(word)).toEqual({ of, by: 'Kerbside' })
})

test('the server reads statuses as browsers do: settings, then administrators, then usual words', () => {
  const words = { free: ['vrij'], busy: [], off: [] }
  const readings = [
    { status: 'hovering', of: 'busy' },
    { status: 'Vrij', of: 'off' },
    { status: 'idle', of: 'out' },
  ] as const
  const classOf = createClassOf(words, readings)
  const classes = ['VRIJ', 'hovering', 'idle', 'on trip', 'sleepy', '', null].map(classOf)
  expect(classes).toEqual(['free', 'busy', 'out', 'busy', null, null, null])
})
