import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  FILTER_NAMES,
  NEED_NAMES,
  offersWords,
  SORT_NAMES,
  type SortName,
} from '@/components/search/attributes'
import { linkAt, unreadableParameters, viewParameters } from './view-parameters'

const place = fc.record({
  lat: fc.integer({ min: -90_000_000, max: 90_000_000 }).map((value) => value / 1e6),
  lng: fc.integer({ min: -180_000_000, max: 180_000_000 }).map((value) => value / 1e6),
})

test('values written to the address read back the same', () => {
  const key = fc
    .string({ maxLength: 20 })
    .filter((text) => text === '' || viewParameters.type.parse(text) !== null)
  const by = fc.constantFrom<SortName[]>(...SORT_NAMES)
  fc.assert(
    fc.property(
      fc.uniqueArray(key, { minLength: 1 }),
      fc.record({ by, descending: fc.boolean() }),
      fc.record({ position: place, zoom: fc.integer({ min: 0, max: 19 }) }),
      (items, sort, view) => {
        expect(viewParameters.status.parse(viewParameters.status.serialize(items))).toEqual(items)
        expect(viewParameters.sort.parse(viewParameters.sort.serialize(sort))).toEqual(sort)
        expect(viewParameters.map.parse(viewParameters.map.serialize(view))).toEqual(view)
      },
    ),
  )
})

test('a filter for vehicles without a status is not the default, which the address leaves out', () => {
  expect(viewParameters.status.eq([''], viewParameters.status.defaultValue)).toBe(false)
})

test('unreadable parameters are reported by name', () => {
  const address = new URLSearchParams(
    'radius=1e9&every=1&map=51,0@20&sort=colour&seats=-1&cluster=yes&panel=x&pickup=91,0&pickup_load=&status=,busy&at=16:04',
  )
  const given = unreadableParameters(address).map(({ name, given }) => `${name}=${given}`)
  expect(given.join('&')).toBe(
    'radius=1e9&every=1&map=51,0@20&sort=colour&seats=-1&cluster=yes&panel=x&pickup=91,0&pickup_load=&at=16:04',
  )
})

test('a shared address with everything in it reads', () => {
  const address = new URLSearchParams(
    'position=51.5,-0.1&radius=2000&type=taxi&every=30&vehicle=v-1&zone=z-1&map=51.5,-0.1@15&sort=-price&text=skoda&cluster=off&panel=pickup&pickup=51.5,-0.1&before=51.4,-0.2,700&at=2026-05-01T16:04:00Z',
  )
  for (const name of FILTER_NAMES) address.set(name, offersWords(name) ? 'taxi,van' : '1.5')
  for (const name of NEED_NAMES) address.set(`pickup_${name}`, offersWords(name) ? 'taxi' : '0')
  expect([...address.keys()].sort()).toEqual(Object.keys(viewParameters).sort())
  expect(unreadableParameters(address)).toEqual([])
})

test('a number is accepted only if it reads back the same', () => {
  for (const name of ['radius', 'seats', 'pickup_load'] as const) {
    const { parse } = viewParameters[name]
    expect(parse('0.000001')).toBe(0.000001)
    expect(parse(String(parse('0.000001')))).toBe(0.000001)
    // It would be written as 1e-7.
    expect(parse('0.0000001')).toBeNull()
  }
})

test('a link that is copied while a replay plays leads to the moment shown', () => {
  const atMs = Date.parse('2026-05-01T16:30:00Z')
  const link = 'http://127.0.0.1:3000/?position=51.5,-0.1&vehicle=v-7&at=2026-05-01T16:30:00Z'
  const began = 'at=2026-05-01T16:04:00Z'
  expect(linkAt(`http://127.0.0.1:3000/?position=51.5,-0.1&${began}&vehicle=v-7`, atMs)).toBe(link)
  expect(linkAt(`http://127.0.0.1:3000/?position=51.5,-0.1&vehicle=v-7&${began}`, atMs)).toBe(link)
  expect(linkAt(`http://127.0.0.1:3000/?${began}`, atMs)).toBe(
    'http://127.0.0.1:3000/?at=2026-05-01T16:30:00Z',
  )
  expect(linkAt(link, null)).toBe(link)
})
