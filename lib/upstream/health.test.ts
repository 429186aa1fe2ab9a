import { expect, it } from 'vitest'
import { UpstreamError } from '@/lib/upstream/upstream-error'
import { createHealth } from './health'

it('remembers the last success and the last failure, and logs only what changed', () => {
  const lines: string[] = []
  const times = ['2025-01-01T12:00:00.000Z', '2025-01-01T12:00:09.000Z', '2025-01-01T12:00:10.000Z']
  const health = createHealth(
    (line) => lines.push(line),
    () => Date.parse(times.shift() as string),
  )
  const slow = new UpstreamError('upstream-timeout', 'GET /vehicles: timeout after 8000 ms')
  expect(health.state()).toEqual({ lastSuccessAt: null, failure: null })
  health.onOutcome(null)
  health.onOutcome(slow)
  health.onOutcome(slow)
  expect(health.state()).toEqual({
    lastSuccessAt: '2025-01-01T12:00:00.000Z',
    failure: 'upstream-timeout',
  })
  health.onOutcome(new UpstreamError('not-found', 'GET /vehicles/{vehicle_id}: answered 404'))
  expect(health.state()).toEqual({ lastSuccessAt: '2025-01-01T12:00:09.000Z', failure: null })
  for (const kind of ['request-refused', 'too-large'] as const) {
    health.onOutcome(new UpstreamError(kind, 'GET /vehicles: about one request'))
    expect(health.state()).toEqual({ lastSuccessAt: '2025-01-01T12:00:09.000Z', failure: null })
  }
  health.onOutcome(null)
  expect(lines).toEqual([
    'upstream: GET /vehicles: timeout after 8000 ms',
    'upstream: answers again',
  ])
})
