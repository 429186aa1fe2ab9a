import { afterAll, expect, test, vi } from 'vitest'
import type { WebhookDelivery } from '@/lib/api/contract/webhooks'
import { render, wordsIn } from '@/lib/testing/render'
import { DeliveryItem } from './delivery-item'
import { deliverySteps } from './delivery-steps'

const RECEIVED = '2026-11-22T16:04:05.000Z'
vi.setSystemTime(RECEIVED)
afterAll(() => void vi.useRealTimers())

function delivery(body: object, more: Partial<WebhookDelivery> = {}): WebhookDelivery {
  return {
    id: 'd',
    address: 'Depot',
    receivedAt: RECEIVED,
    headers: [],
    bookings: 1,
    isRepeat: false,
    confirmUrl: null,
    contentType: 'application/json',
    form: 'json',
    event: null,
    ...more,
    body: JSON.stringify(body),
  }
}

/** The text of the last delivery, in the list of its booking or of those not recognised. */
function textOf(deliveries: readonly WebhookDelivery[], isRecognised = true): string {
  const step = deliverySteps(deliveries, { id: 'b-1', ourRef: null }).at(-1)
  const html = render(
    <DeliveryItem
      delivery={deliveries.at(-1) as WebhookDelivery}
      step={isRecognised ? step : undefined}
    />,
  )
  return wordsIn(html.replaceAll(/<span aria-hidden[^>]*> → <\/span>/g, ''))
}

const pending = { id: 'b-1', status: 'pending', when: 'now', mtime: '2026-11-22 16:00:00.000 GMT' }

test('a delivery says when and where it came, its event, and what differs from the one before', () => {
  const event = { name: 'booking_status_changed', isKnown: true }
  const text = textOf([delivery(pending), delivery({ ...pending, status: 'under_way' }, { event })])
  expect(text).toContain('16:04:05 Under way Booking status changed')
  expect(text).toContain('To “ Depot ” · modified 22 Nov 2026, 16:00:00')
  expect(text).toContain('Status : Pending changed to Under way')
  expect(text).not.toContain('unknown event')
})

test('a repeat, a late one and an unknown event are marked', () => {
  const event = { name: 'booking.moved', isKnown: false }
  expect(textOf([delivery(pending), delivery(pending, { isRepeat: true, event })])).toMatch(
    /Booking\.moved \(unknown event\) Repeat .* Same content as before\./,
  )
  const older = { ...pending, mtime: '2026-11-22 15:00:00.000 GMT' }
  expect(textOf([delivery(pending), delivery(older)])).toMatch(/Late .* No changes since/)
})

test('a request for confirmation is shown as such, and its address as text', () => {
  const confirmUrl = 'https://queue.example/?Action=ConfirmSubscription'
  const delivered = delivery({}, { confirmUrl })
  expect(textOf([delivered], false)).toContain('The sender asks to confirm this address')
  const html = render(<DeliveryItem delivery={delivered} />)
  expect(html).toContain(confirmUrl)
  expect(html).not.toContain('href')
  expect(textOf([delivery({})], false)).not.toContain('confirm')
})

test('what was not recognised is shown as it came, also to an address that is gone', () => {
  const form = 'unreadable'
  const text = textOf([delivery({}, { form, address: null, contentType: null })], false)
  expect(text).toContain('Unreadable To a deleted address')
})
