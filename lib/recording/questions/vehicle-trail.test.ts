import { expect, test } from 'vitest'
import { piecesOf, recorded, second } from '@/lib/testing/recording/recorded-pieces'
import { vehicle } from '@/lib/testing/vehicles'
import { vehicleTrail } from './vehicle-trail'

const { whole, list, removed, failing, gap } = recorded
const position = (lat: number) => ({ lat, lng: -0.1 })
const v7 = vehicle('v-7', { position: position(51.5), mtime: 'm0' })
const summary = (parts: Awaited<ReturnType<typeof vehicleTrail>>['parts']) =>
  parts.map((part) =>
    part.kind === 'points'
      ? part.points.map(({ lat, atMs, lastMs }) => [
          lat,
          (atMs - second(0)) / 1000,
          (lastMs - second(0)) / 1000,
        ])
      : [part.reason, (part.fromMs - second(0)) / 1000, (part.toMs - second(0)) / 1000],
  )

test('a position lasts as long as it is listed, with its first and last report', async () => {
  const { parts, directory } = await vehicleTrail(
    piecesOf(
      whole(0, [vehicle('v-1'), v7]),
      list(5, { id: 'v-1', position: position(3) }),
      list(10, { id: 'v-7', mtime: 'm1' }),
      list(15, { id: 'v-7', mtime: 'm2', position: position(51.6) }),
      list(20, { id: 'v-7', status: 'busy' }),
      list(25, { id: 'v-7', directory: { our_ref: 'Bay 4', licence_plate: null, active_booking_id: null } }),
    ),
    'v-7',
  )
  expect(summary(parts)).toEqual([
    [
      [51.5, 0, 10],
      [51.6, 15, 15],
      [51.6, 20, 25],
    ],
  ])
  const [part] = parts
  const points = part?.kind === 'points' ? part.points : []
  expect(
    points.map(({ status, reportedAt, lastReportedAt }) => [status, reportedAt, lastReportedAt]),
  ).toEqual([
    ['available', 'm0', 'm1'],
    ['available', 'm2', 'm2'],
    ['busy', 'm2', 'm2'],
  ])
  expect(directory?.our_ref).toBe('Bay 4')
})

test('what is not known is a break with its reason: gaps, a failing service, absence, no position', async () => {
  const { parts, gaps } = await vehicleTrail(
    piecesOf(
      whole(0, [v7]),
      list(5),
      gap(5, 60),
      whole(60, [v7]),
      failing(65),
      failing(70),
      list(75),
      removed(80, 'v-7'),
      list(85),
      list(90, v7),
      list(95, { id: 'v-7', position: null }),
      list(100, { id: 'v-7', position: position(51.5) }),
    ),
    'v-7',
  )
  expect(summary(parts)).toEqual([
    [[51.5, 0, 5]],
    ['stopped', 5, 60],
    [[51.5, 60, 60]],
    ['service', 60, 75],
    [[51.5, 75, 75]],
    ['absent', 75, 90],
    [[51.5, 90, 90]],
    ['no-position', 90, 100],
    [[51.5, 100, 100]],
  ])
  expect(parts.find((part) => part.kind === 'break' && part.reason === 'service')).toMatchObject({
    problem: 'upstream-timeout',
  })
  expect(gaps).toHaveLength(1)
})

test('a vehicle that comes later, or never, is absent until then', async () => {
  const pieces = () => piecesOf(whole(0, []), list(5), list(10, v7), list(15))
  expect(summary((await vehicleTrail(pieces(), 'v-7')).parts)).toEqual([['absent', 0, 10], [[51.5, 10, 15]]])
  expect(summary((await vehicleTrail(pieces(), 'v-8')).parts)).toEqual([['absent', 0, 15]])
  expect((await vehicleTrail(piecesOf(), 'v-8')).parts).toEqual([])
})

test('the order is that of the lists, also where the clock was set back', async () => {
  const { parts } = await vehicleTrail(
    piecesOf(whole(3600, [v7]), list(5, { id: 'v-7', position: position(51.6) })),
    'v-7',
  )
  expect(summary(parts)).toEqual([
    [
      [51.5, 3600, 3600],
      [51.6, 5, 5],
    ],
  ])
})
