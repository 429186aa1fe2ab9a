import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isOnEarth, parsePosition } from '@/lib/interface/position'
import type { Position } from '@/lib/interface/resources'
import { parsePositionInput, parseRadiusInput } from './position-input'

const HEATHROW = { lat: 51.47, lng: -0.4543 }
const DOWNING_STREET = { lat: 51.5034, lng: -0.1276 }

test.each<[string, Position]>([
  ['51.47,-0.4543', HEATHROW],
  ['51.47 -0.4543', HEATHROW],
  ['  51.47 ,  -0.4543 ', HEATHROW],
  ['51.47\u00a0\u22120.4543', HEATHROW],
  ['51.5034;-0.1276', DOWNING_STREET],
  ['51.5034 / -0.1276', DOWNING_STREET],
  ['(51.5034, -0.1276)', DOWNING_STREET],
  ['[51.5034, -0.1276]', DOWNING_STREET],
  ['51.5034,-0.1276,17z', DOWNING_STREET],
  ['@51.5034,-0.1276,17.5z', DOWNING_STREET],
  ['51,5034; -0,1276', DOWNING_STREET],
  ['51,5034 -0,1276', DOWNING_STREET],
  ['51,5034, -0,1276', DOWNING_STREET],
  ['51; -0,1276', { lat: 51, lng: -0.1276 }],
  ['51.4700° N, 0.4543° W', HEATHROW],
  ['51.47N 0.4543W', HEATHROW],
  ['n51.47, w0.4543', HEATHROW],
  ['0.4543W 51.47N', HEATHROW],
  ['51.47°, -0.4543°', HEATHROW],
  ['51°28\'12"N 0°27\'15.48"W', HEATHROW],
  ['51°28′12″N, 0°27′15.48″W', HEATHROW],
  ["51° 28' 12'' N 0° 27' 15.48'' W", HEATHROW],
  ["51°28.2'N 0°27.258'W", HEATHROW],
  ['51 28 12 N, 0 27 15.48 W', HEATHROW],
  ['51°28\'12" -0°27\'15.48"', HEATHROW],
  ['33°52′S 151°12′E', { lat: -33.866_666_667, lng: 151.2 }],
  ['geo:51.47,-0.4543', HEATHROW],
  ['geo:51.47,-0.4543,25;crs=wgs84;u=35', HEATHROW],
  ['geo:0,0?q=51.47,-0.4543(Terminal 5)', HEATHROW],
  ['https://www.google.com/maps/@51.5034,-0.1276,17z', DOWNING_STREET],
  [
    'https://www.google.co.uk/maps/place/10+Downing+St/@51.6,-0.2,17z/data=!3m1!4b1!8m2!3d51.5034!4d-0.1276',
    DOWNING_STREET,
  ],
  ['https://www.google.com/maps/place/51.5034,-0.1276', DOWNING_STREET],
  ['https://www.google.com/maps/search/51.5034,+-0.1276?entry=tts', DOWNING_STREET],
  ['https://maps.google.com/?q=51.5034,-0.1276', DOWNING_STREET],
  ['https://www.google.com/maps/search/?api=1&query=51.5034%2C-0.1276', DOWNING_STREET],
  ['google.com/maps/@51.5034,-0.1276,17z', DOWNING_STREET],
  ['https://www.openstreetmap.org/#map=17/51.5034/-0.1276', DOWNING_STREET],
  ['https://www.openstreetmap.org/?mlat=51.5034&mlon=-0.1276#map=12/51.6/-0.2', DOWNING_STREET],
  ['https://maps.apple.com/?ll=51.5034,-0.1276&z=17', DOWNING_STREET],
  ['https://maps.apple.com/place?coordinate=51.5034,-0.1276&name=Number%2010', DOWNING_STREET],
])('a position is read from %s', (text, { lat, lng }) => {
  const position = parsePositionInput(text)
  expect(position?.lat).toBeCloseTo(lat, 9)
  expect(position?.lng).toBeCloseTo(lng, 9)
})

test.each([
  ...[
    '',
    '51.5',
    '51,5034',
    '51,5034,-0,1276',
    '51.5034,-0,1276',
    '51 30',
    '51,5 0',
    '91,0',
    '0,181',
  ],
  'geo:91,0',
  ...[
    '91.5 N 0 W',
    '-51.5 N 0.1 W',
    '51.5 N 0.1 N',
    "51°61'N 0°7'W",
    '1e2 0.5',
    '10 Downing Street',
  ],
  ...[
    'https://maps.app.goo.gl/abc',
    'https://example.com/51.5034,-0.1276',
    'google.com/maps/@91.5,0,17z',
  ],
])('%s is ambiguous, or no position on the Earth', (text) => {
  expect(parsePositionInput(text)).toBeNull()
})

test('any text gives a position on the Earth or none, and lat,lng the same as in an address', () => {
  const text = fc.oneof(
    fc.string(),
    fc.stringMatching(/^[-+\d.,; °'"NSEW@:/?=&!()a-z]{0,40}$/),
    fc.webUrl(),
  )
  fc.assert(
    fc.property(text, (given) => {
      const read = parsePositionInput(given)
      expect(read === null || isOnEarth(read)).toBe(true)
      const kept = parsePosition(given)
      if (kept) expect(read).toEqual(kept)
    }),
    { numRuns: 2000 },
  )
})

test.each<[string, number | null]>([
  ['800', 800],
  ['800 m', 800],
  ['2km', 2000],
  ['2 km', 2000],
  ['2.5 KM', 2500],
  ['0,5 km', 500],
  ['1 mi', 1609],
  ['3 miles', 4828],
  ['300 yd', 274],
  ['440 yards', 402],
  ['1000ft', 305],
  ['50 feet', 15],
  ['500 metres', 500],
  ['0.1', 0.1],
  ['0', null],
  ['-5', null],
  ['1,500', null],
  ['1,500 m', null],
  ['1e3', null],
  ['2 parsecs', null],
  ['20038 km', null],
  ['', null],
])('a radius of %s is %s m', (text, metres) => expect(parseRadiusInput(text)).toBe(metres))
