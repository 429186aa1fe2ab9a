import type { QueryState } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { roadPathQuery } from './road-path'
import { streetsQuery } from './roads'

const [from, to] = [
  { lat: -34.9, lng: -56.2 },
  { lat: -34.8, lng: -56.2 },
]

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
  expect([next(query, { data: { state: 'ready' } }), next(query, { data: { state: 'none' } })]).toEqual([
    false,
    false,
  ])
})

test('a path that is not known yet is asked for again, and not once it is there', () => {
  const query = roadPathQuery('v', from, to)
  expect([next(query, { path: null }), next(query, undefined, new Error('503'))]).toEqual([10_000, 10_000])
  expect(next(query, { path: { seconds: 60, metres: 500, points: [] } })).toBe(false)
})
