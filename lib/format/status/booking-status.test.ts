import { expect, test } from 'vitest'
import { bookingStage } from './booking-status'
import { readDue } from './due-state'

const NOW_MS = Date.UTC(2026, 4, 1, 12)

test.each([
  ['called-off', ['cancelled', 'CANCELED', 'Cancelled by customer', 'customer-cancelled']],
  ['called-off', ['rider_canceled', 'canceledByPassenger', 'CustomerNoShow', 'no_show']],
  ['called-off', ['cancelled_by_dispatcher', 'expired']],
  ['declined', ['declined', 'REJECTED']],
  ['failed', ['failed', 'driver_canceled', 'Cancelled by driver', 'cancelledByFleet']],
  ['failed', ['no_drivers_available', 'No vehicle found', 'no-driver', 'driver_no_show']],
  ['under-way', ['on_board', 'On Trip', 'in-progress']],
  ['done', ['COMPLETED', 'dropped off']],
  ['open', ['pending', 'Accepted']],
  [null, ['hovering', '', null]],
] as const)('%s is read from %j', (stage, statuses) => {
  expect(statuses.map((status) => bookingStage(status))).toEqual(statuses.map(() => stage))
})

test.each([
  ['cancelled_by_customer', 'The customer cancelled', undefined],
  ['no_show', 'Not at the pick-up point', undefined],
  ['declined', '', undefined],
  ['cancelled_by_driver', '', 'failed'],
  ['no_drivers_available', '', 'failed'],
  ['accepted', 'Card declined', 'failed'],
])('a booking that is %j with the error %j is due as %j', (status, error, state) => {
  const when = new Date(NOW_MS + 60_000).toISOString()
  expect(readDue({ status, error, when }, NOW_MS, NOW_MS, 'UTC')?.state).toBe(state)
})
