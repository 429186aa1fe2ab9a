import type { QueryState } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { roadPathQuery, streetsQuery, vehiclesOfRequest } from './roads'

const from = { lat: -34.9, lng: -56.2 }
const to = { lat: -34.8, lng: -56.2 }

/** Milliseconds until the next request. */
function next<State>(
  { refetchInterval }: { refetchInterval?: unknown },
  data: State | undefined,
  error: Error | null = null,
): number | false {
  const state: Partial<QueryState<State>> = { data, error }
  return (refetchInterval as (query: object) => number | false)({ state })
}

test('streets are asked for again while the roads are read and after they failed', () => {
  const query = streetsQuery(from, 1_000)
  expect(next(query, { data: { state: 'building' } })).toBe(3_000)
  expect(next(query, { data: { state: 'failed' } })).toBe(10_000)
  expect(next(query, undefined, new Error('503'))).toBe(3_000)
  expect([
    next(query, { data: { state: 'ready' } }),
    next(query, { data: { state: 'none' } }),
  ]).toEqual([false, false])
})

test('a path that is not known yet is asked for again, and not once it is there', () => {
  const query = roadPathQuery('v', from, to, 'car')
  expect([next(query, { path: null }), next(query, undefined, new Error('503'))]).toEqual([
    10_000, 10_000,
  ])
  expect(next(query, { path: { seconds: 60, metres: 500, points: [] } })).toBe(false)
})

test.each([
  [['car', 'taxi', 'wheelchair_taxi', 'rickshaw', 'motor_coach', 'x', '', null, undefined], 0],
  [['motorbike', 'motorcycle', 'motor scooter', 'moped', 'Moto'], 1],
  [['bicycle', 'cargo_bike', 'eBike', 'scooter', 'tricycle'], 2],
])('%j are of kind %d in a request', (types, kind) => {
  const position = { lat: -34.9, lng: 56.1234567 }
  const vehicles = types.map((type, n) => ({ id: `v-${n}`, position, type }))
  const from = vehicles.flatMap(() => [-34_900_000, 56_123_457])
  expect(vehiclesOfRequest(vehicles)).toEqual(
    kind === 0 ? { from } : { from, kinds: vehicles.map(() => kind) },
  )
})
