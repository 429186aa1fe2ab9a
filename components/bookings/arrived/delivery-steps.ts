import type { FieldChange } from '@/lib/api/contract/watch-list'
import type { WebhookDelivery } from '@/lib/api/contract/webhooks'
import { modifiedAtMs } from '@/lib/inspect/delivery/booking-history'
import { type DeliveredBooking, readDelivery } from '@/lib/inspect/delivery/read-delivery'
import { recordOfFacts } from '@/lib/inspect/delivery/record-of'
import { differences } from '@/lib/inspect/differences'
import { bookingFields } from '@/lib/interface/fields/booking-fields'
import type { JsonObject } from '@/lib/interface/resources'

/** A delivery of a booking, compared with the one before. */
export interface DeliveryStep {
  readonly delivery: WebhookDelivery
  /** Null where the body cannot be read as the server read it. */
  readonly booking: DeliveredBooking | null
  /** Modified before a delivery that came earlier. */
  readonly isLate: boolean
  /** From the delivery before; null of the first and of a repeated body. */
  readonly differences: readonly FieldChange[] | null
}

/** References of a booking, which a delivery may lack. */
interface BookingReference {
  readonly id: string | null
  readonly ourRef: string | null
}

/** It differs in every delivery, and the item shows it in its heading. */
const SHOWN_IN_HEADING: ReadonlySet<string> = new Set(['mtime'])

/** @param deliveries the oldest first */
export function deliverySteps(
  deliveries: readonly WebhookDelivery[],
  { id, ourRef }: BookingReference,
): DeliveryStep[] {
  let known: JsonObject | null = null
  let newestMs = Number.NEGATIVE_INFINITY
  return deliveries.map((delivery) => {
    const { bookings } = readDelivery(delivery.body, delivery.contentType)
    const byId = bookings.find((one) => one.id === id && id !== null)
    const byRef = bookings.find((one) => one.ourRef === ourRef && ourRef !== null)
    const booking = byId ?? byRef ?? null
    if (booking === null) {
      return {
        delivery,
        booking,
        differences: null,
        isLate: false,
      }
    }
    const modifiedMs = modifiedAtMs(booking)
    const isLate = modifiedMs !== null && modifiedMs < newestMs
    newestMs = Math.max(newestMs, modifiedMs ?? newestMs)
    const before = known
    const after = booking.isWhole ? booking.record : { ...before, ...recordOfFacts(booking) }
    known = after
    const isCompared = before !== null && !delivery.isRepeat
    return {
      delivery,
      booking,
      isLate,
      differences: isCompared ? differences(bookingFields, before, after, SHOWN_IN_HEADING) : null,
    }
  })
}
