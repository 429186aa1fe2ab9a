import { expect, test } from 'vitest'
import { readSearchPage } from '@/lib/schema/readers'
import { countStatuses, describeVehicle, showVehicles, toMapVehicles } from './shown-vehicles'

const centre = { lat: 51.5, lng: 0 }
const received = Date.UTC(2026, 0, 1, 12)

function shown(...rows: object[]) {
  return showVehicles(readSearchPage({ vehicles: rows })?.page.vehicles ?? [], centre, received)
}

const near = {
  id: 'near',
  position: { lat: 51.503, lng: 0.0048 },
  status: 'available',
  type: 'taxi',
  passengers_max: 4,
  mtime: '2026-01-01T11:59:48+00:00',
}

test('the nearest vehicle is first and one without a position last', () => {
  const list = shown({ id: 'nowhere' }, { id: 'far', position: { lat: 51.6, lng: 0 } }, near)
  expect(list.map(({ vehicle }) => vehicle.id)).toEqual(['near', 'far', 'nowhere'])
})

test('a marker has a text equivalent', () => {
  const [one] = shown(near)
  expect(one && describeVehicle(one, 0)).toBe('taxi, 470 m NE, available, 4 seats, 12s ago')
  const [bare] = shown({ id: 'x' })
  expect(bare && describeVehicle(bare, 3_000)).toBe('no position, no status, 3s ago')
})

test('the map takes the vehicles with the times of their reports', () => {
  const { records, reportedAtMs, shown: indices } = toMapVehicles(shown(near, { id: 'x' }), received, 0)
  expect(records.map(({ id }) => id)).toEqual(['near', 'x'])
  expect([...reportedAtMs]).toEqual([received - 12_000, Number.NaN])
  expect([...indices]).toEqual([0, 1])
})

test('statuses are counted as they came, most frequent first', () => {
  const vehicles = shown(
    { id: '1', status: 'b' },
    { id: '2', status: 'a' },
    { id: '3', status: 'b' },
    { id: '4' },
  )
  expect(countStatuses(vehicles.map(({ vehicle }) => vehicle))).toEqual([
    ['b', 2],
    [null, 1],
    ['a', 1],
  ])
})
