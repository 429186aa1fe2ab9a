import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatPosition, parsePosition } from './position'

test('a position is two decimal numbers with a comma', () => {
  expect(parsePosition('51.509865,-0.118092')).toEqual({ lat: 51.509865, lng: -0.118092 })
  expect(parsePosition(' 0 , 0 ')).toEqual({ lat: 0, lng: 0 })
  expect(parsePosition('-90,180')).toEqual({ lat: -90, lng: 180 })
  const others = [
    '',
    'abc',
    '91,0',
    '0,181',
    '1',
    '1,2,3',
    '1e1,2',
    '0x1,2',
    '1;2',
    'NaN,0',
    'Infinity,0',
  ]
  for (const text of [...others, '1.,2', '1,,2'])
    expect([text, parsePosition(text)]).toEqual([text, null])
})

test('every position on the Earth survives being written and read, to a tenth of a metre', () => {
  const degrees = (limit: number) => fc.double({ min: -limit, max: limit, noNaN: true })
  fc.assert(
    fc.property(degrees(90), degrees(180), (lat, lng) => {
      const back = parsePosition(formatPosition({ lat, lng }))
      expect(back?.lat).toBeCloseTo(lat, 5)
      expect(back?.lng).toBeCloseTo(lng, 5)
    }),
  )
})

test('a whole degree is written without a fraction, and never as -0', () => {
  expect(formatPosition({ lat: 51, lng: -0.00000001 })).toBe('51,0')
  expect(formatPosition({ lat: 10.5, lng: -100 })).toBe('10.5,-100')
})
