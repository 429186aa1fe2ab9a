import { expect, test } from 'vitest'
import { describeVehicle } from '@/components/search/attribute-words'
import { VIEWPOINT } from '@/lib/testing/search-area'
import { emptyVehicle, FETCHED_AT } from '@/lib/testing/vehicles'
import { farOutside, showVehicle } from './shown-vehicles'

const viewpoint = { ...VIEWPOINT, from: { lat: 51.5, lng: 0 } }
const list = { fetchedAtMs: Date.parse(FETCHED_AT), mtimeServes: true }
const show = (one: Parameters<typeof showVehicle>[0], sinceReceiptMs = 0) =>
  showVehicle(one, viewpoint, list, sinceReceiptMs)

test('a marker has a text equivalent', () => {
  const near = emptyVehicle('near', {
    position: { lat: 51.503, lng: 0.0048 },
    status: 'available',
    type: 'taxi',
    passengers_max: 4,
    mtime: '2026-01-01T11:59:48+00:00',
  })
  expect(describeVehicle(show(near))).toBe('near, taxi, 470 m NE, available, 4 seats, 12s ago')
  expect(describeVehicle(show(emptyVehicle('x'), 3_000))).toBe(
    'x, no position, no status, seen 3s ago',
  )
})

test('the text says how long the status has lasted, also after the data arrived', () => {
  const since = { atMs: Date.parse(FETCHED_AT) - 13 * 60_000, isBeginning: true }
  const one = { ...emptyVehicle('v', { status: 'available' }), statusSince: since }
  expect(describeVehicle(show(one, 60_000))).toBe(
    'v, no position, available for 14 min, seen 1m ago',
  )
  const watched = { ...one, statusSince: { ...since, isBeginning: false } }
  expect(describeVehicle(show(watched))).toBe(
    'v, no position, available for at least 13 min, seen 0s ago',
  )
})

test('a status that was not read for long is not said to go on, while its report grows older', () => {
  const since = { atMs: Date.parse(FETCHED_AT) - 13 * 60_000, isBeginning: true }
  const one = emptyVehicle('v', { status: 'available', mtime: FETCHED_AT })
  const text = describeVehicle(show({ ...one, statusSince: since }, 30 * 60_000))
  expect(text).toBe('v, no position, available for 14 min, 30m ago')
})

test('the text has the fleet’s own name and the make, and says keys as words', () => {
  const one = emptyVehicle('v', {
    make: 'Toyota Prius',
    type: 'wheelchair_taxi',
    status: 'out_of_service',
  })
  expect(describeVehicle({ ...show(one), title: 'KB-17' })).toBe(
    'KB-17, Toyota Prius, wheelchair taxi, no position, out of service, seen 0s ago',
  )
})

test('the address comes after the distance, which counts from the centre', () => {
  const one = emptyVehicle('v', { position: { lat: 51.503, lng: 0.0048 }, status: 'available' })
  const text = describeVehicle({ ...show(one), title: 'KB-17', near: 'Av. Italia 2345' })
  expect(text).toBe('KB-17, 470 m NE, near Av. Italia 2345, available, seen 0s ago')
})

test('a right-to-left status does not reorder the text around it', () => {
  const one = emptyVehicle('v', { status: 'متاح', passengers_max: 2 })
  expect(describeVehicle(show(one))).toBe('v, no position, \u2068متاح\u2069, 2 seats, seen 0s ago')
})

test('a position far outside of the search has a remark, which tells exchanged degrees', () => {
  const search = { position: { lat: 51.5, lng: -0.1 }, radius: 2_000 }
  const remarkOn = (lat: number, lng: number) => farOutside({ lat, lng }, search)
  expect(farOutside(null, search)).toBeNull()
  // 6.7 km away: it may have driven on.
  expect(remarkOn(51.56, -0.1)).toBeNull()
  expect(remarkOn(51.57, -0.1)).toBe('far outside the searched circle')
  expect(remarkOn(-0.1, 51.5)).toMatch(/latitude and longitude may be swapped/)
})
