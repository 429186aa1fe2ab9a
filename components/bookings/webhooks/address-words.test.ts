import { expect, test } from 'vitest'
import { exampleCommand, lastDeliveryWords } from '@/components/bookings/webhooks/address-table'
import { readDelivery } from '@/lib/inspect/delivery/read-delivery'

const NOW_MS = Date.UTC(2026, 4, 31, 8, 30)
const made = { createdAt: '2026-05-31T08:00:00.000Z', revokedAt: null, lastReceivedAt: null }

test.each([
  [made, 'Waiting for the first delivery'],
  [{ ...made, lastReceivedAt: '2026-05-31T08:29:48.000Z' }, '12s ago'],
  // The server's clock is ahead.
  [{ ...made, lastReceivedAt: '2026-05-31T08:30:05.000Z' }, '0s ago'],
  [{ ...made, revokedAt: '2026-05-31T08:10:00.000Z' }, 'None'],
  [{ ...made, createdAt: '2026-05-01T08:30:00.000Z' }, 'None in the last 30 days'],
  [{ ...made, createdAt: '2026-05-01T08:30:01.000Z' }, 'Waiting for the first delivery'],
])('an address %o says of its last delivery: %s', (address, words) => {
  expect(lastDeliveryWords(address, 30, NOW_MS)).toBe(words)
})

test('the example is one command whose body is recognised as a booking', () => {
  const command = exampleCommand('https://kerbside.example/hooks/abc')
  expect(command).toMatch(/^curl -i "https:\/\/kerbside\.example\/hooks\/abc" -H "[^"]+" -d "/)
  const body = /-d "(.*)"$/.exec(command)?.[1]?.replaceAll('\\"', '"') ?? ''
  const { event, bookings } = readDelivery(body, 'application/json')
  expect(event).toEqual({ name: 'booking_status_changed', known: 'booking_status_changed' })
  expect(bookings).toMatchObject([{ id: 'test-1', status: 'pending', isWhole: true }])
})
