import type { FieldChange } from '@/lib/api/contract/watch-list'
import type { ArrivedBooking, WebhookDelivery } from '@/lib/api/contract/webhooks'
import { modifiedAtMs } from '@/lib/inspect/delivery/booking-history'
import { type DeliveredBooking, readDelivery } from '@/lib/inspect/delivery/read-delivery'
import { differences } from '@/lib/inspect/differences'
import { bookingFields } from '@/lib/interface/fields/booking-fields'
import type { JsonObject } from '@/lib/interface/resources'
import { factsIn } from './arrived-record'

/** A delivery about a booking, beside the one before it. */
export interface DeliveryStep {
  readonly delivery: WebhookDelivery
  /** State of the booking in its body; null where that cannot be read as the server read it. */
  readonly booking: DeliveredBooking | null
  /** Fields that differ from the delivery before; null of the first and of a repeated body. */
  readonly differences: readonly FieldChange[] | null
  /** Modified before a delivery that came earlier. */
  readonly isLate: boolean
}

/** It differs in every delivery, and has a place of its own. */
const OWN_PLACE: ReadonlySet<string> = new Set(['mtime'])

/** @param deliveries the oldest first */
export function deliverySteps(
  deliveries: readonly WebhookDelivery[],
  { id, ourRef }: Pick<ArrivedBooking, 'id' | 'ourRef'>,
): DeliveryStep[] {
  let known: JsonObject | null = null
  let newestMs = Number.NEGATIVE_INFINITY
  return deliveries.map((delivery) => {
    const { bookings } = readDelivery(delivery.body, delivery.contentType)
    const booking =
      bookings.find((one) => one.id === id && id !== null) ??
      bookings.find((one) => one.ourRef === ourRef && ourRef !== null) ??
      null
    if (booking === null) return { delivery, booking, differences: null, isLate: false }
    const modifiedMs = modifiedAtMs(booking)
    const isLate = modifiedMs !== null && modifiedMs < newestMs
    newestMs = Math.max(newestMs, modifiedMs ?? newestMs)
    const before = known
    const after = booking.isWhole ? booking.record : { ...before, ...factsIn(booking) }
    known = after
    const isCompared = before !== null && !delivery.isRepeat
    return {
      ...{ delivery, booking, isLate },
      differences: isCompared ? differences(bookingFields, before, after, OWN_PLACE) : null,
    }
  })
}
