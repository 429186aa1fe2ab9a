import type { GapAnswers } from '@/lib/reference/gaps'
import { presentBooking } from '@/lib/reference/present'
import type { BookingRecord } from '@/lib/reference/resources'

/** Names of the two webhooks, §6. */
export type WebhookEvent = 'vehicle-booking-create' | 'booking_status_changed'

type Form = Exclude<GapAnswers['webhookForm'], 'mixed'>

export interface WebhookBody {
  readonly contentType: string
  readonly text: string
}

/**
 * The body of a delivery.
 * @param luck whole number that decides the form where it is `mixed`
 */
export function webhookBody(
  event: WebhookEvent,
  booking: BookingRecord,
  gaps: GapAnswers,
  luck: number,
): WebhookBody {
  const { webhookForm: form, webhookSpelling: spelling } = gaps
  const forms: readonly Form[] = ['wrapped', 'bare', 'event-data', 'form-encoded']
  const chosen = form === 'mixed' ? forms[luck % forms.length]! : form
  const hyphens = spelling === 'hyphens' || (spelling === 'mixed' && (luck >>> 4) % 2 === 1)
  const name = event.replace(/[-_]/g, hyphens ? '-' : '_')
  const shown = presentBooking(booking, gaps)
  if (chosen === 'form-encoded') {
    const text = new URLSearchParams({ event: name, booking: JSON.stringify(shown) }).toString()
    return { contentType: 'application/x-www-form-urlencoded', text }
  }
  const shapes = { wrapped: { booking: shown }, bare: shown, 'event-data': { event: name, data: shown } }
  return { contentType: 'application/json', text: JSON.stringify(shapes[chosen]) }
}
