import { expect, test } from 'vitest'
import { NOBODY, Shares } from './shares'

test('what is taken counts for the operator, the network and all, until it is given back', () => {
  const shares = new Shares({
    bounds: {
      operator: { trips: 2, seats: 9 },
      network: { trips: 3, seats: 9 },
      all: { trips: 4, seats: 9 },
    },
    kinds: { operator: 'operator-limit', network: 'address-limit', all: 'capacity-limit' },
    name: 'GET /api/trips',
    retryMs: 7_000,
  })
  const take = (operator: string, network: string, seats = 1) =>
    shares.take({ operator, network }, { trips: 1, seats })
  const refusal = (kind: string, message: string) =>
    expect.objectContaining({ kind, message: `GET /api/trips: ${message}`, retryAfterMs: 7_000 })
  const giveBack = take('ada', '192.0.2.1')
  take('ada', '192.0.2.2')
  expect(() => take('ada', '192.0.2.3')).toThrow(
    refusal('operator-limit', '2 of 2 trips held (operator)'),
  )
  take('bo', '192.0.2.1')
  expect(() => take('cy', '192.0.2.4', 7)).toThrow(
    refusal('capacity-limit', '3 of 9 seats held (all)'),
  )
  // A refusal takes nothing.
  expect(shares.left(NOBODY, 'trips')).toBe(1)
  const last = take('cy', '192.0.2.4')
  expect(() => take('di', '192.0.2.5')).toThrow(
    refusal('capacity-limit', '4 of 4 trips held (all)'),
  )
  last()
  last()
  giveBack()
  expect([
    shares.left(NOBODY, 'trips'),
    shares.held({ operator: 'ada', network: null }, 'trips'),
  ]).toEqual([2, 1])
  take('bo', '192.0.2.1')
  take('di', '192.0.2.1')
  expect(shares.left({ operator: 'eve', network: '192.0.2.1' }, 'trips')).toBe(0)
})
