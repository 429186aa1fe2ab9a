import type { ArrivedBooking, WebhookDelivery } from '@/lib/api/contract/webhooks'
import { modifiedAtMs } from '@/lib/inspect/delivery/booking-history'
import { type DeliveredBooking, readDelivery } from '@/lib/inspect/delivery/read-delivery'
import { type Difference, differences } from '@/lib/inspect/difference/differences'
import { bookingFields } from '@/lib/interface/fields/booking-fields'
import type { JsonObject } from '@/lib/interface/resources'

/** A delivery about a booking, beside the one before it. */
export interface DeliveryStep {
  readonly delivery: WebhookDelivery
  /** State of the booking in its body; null where that cannot be read as the server read it. */
  readonly booking: DeliveredBooking | null
  /** Fields that differ from the delivery before; null of the first, of a repeated body and of a retry. */
  readonly differences: readonly Difference[] | null
  /** Modified before a delivery that came earlier. */
  readonly isLate: boolean
  /** By its id another attempt at an earlier delivery. */
  readonly isRetry: boolean
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
  const isKnown = new Set<string>()
  return deliveries.map((delivery) => {
    const attempted = `${delivery.address} ${delivery.attempt?.deliveryId}`
    const isRetry = delivery.attempt?.deliveryId != null && isKnown.has(attempted)
    isKnown.add(attempted)
    const { bookings } = readDelivery(delivery.body, delivery.contentType)
    const booking =
      bookings.find((one) => one.id === id && id !== null) ??
      bookings.find((one) => one.ourRef === ourRef && ourRef !== null) ??
      null
    if (booking === null) return { delivery, booking, isRetry, differences: null, isLate: false }
    const modifiedMs = modifiedAtMs(booking)
    const isLate = modifiedMs !== null && modifiedMs < newestMs
    newestMs = Math.max(newestMs, modifiedMs ?? newestMs)
    const before = known
    const after = booking.isWhole ? booking.record : { ...before, ...saidOf(booking) }
    known = after
    const isCompared = before !== null && !delivery.isRepeat && !isRetry
    return {
      ...{ delivery, booking, isLate, isRetry },
      differences: isCompared ? differences(bookingFields, before, after, OWN_PLACE) : null,
    }
  })
}

/** Facts about a booking in a body that does not hold the booking. */
function saidOf({ id, ourRef, status, vehicleId, vehicleOurRef }: DeliveredBooking): JsonObject {
  const said = { id, our_ref: ourRef, status, vehicle_id: vehicleId, vehicle_our_ref: vehicleOurRef }
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== null))
}
