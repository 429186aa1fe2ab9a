import type { JsonObject } from '@/lib/interface/resources'
import { formOfJson } from './forms'
import type { ObservedGaps } from './observed-gaps'
import { recordBooking } from './records'

/** A delivery of a webhook (§6). */
export interface ObservedDelivery {
  readonly contentType: string | null
  /** Parsed; undefined where it cannot be read. */
  readonly content: unknown
  readonly event: string | null
  /** Whole ones, as they are in the content. */
  readonly bookings: readonly JsonObject[]
  /** The same body came a short time before. */
  readonly isRepeat: boolean
}

/** Records the form of a delivery, around its bookings, and its bookings' answers to other gaps. */
export function recordDelivery(
  { contentType, content, event, bookings, isRepeat }: ObservedDelivery,
  observed: ObservedGaps,
): void {
  const form = content === undefined ? 'unreadable' : formOfJson(withoutBookings(content, new Set(bookings)))
  observed.form('payloads', `${formOfContentType(contentType)}: ${form.replaceAll(BOOKING, 'booking')}`)
  if (event !== null) observed.word('payloads', event)
  if (isRepeat) observed.form('payloads', 'the same body again within ten minutes')
  for (const booking of bookings) recordBooking(booking, observed)
}

/** Becomes a field without a value in the form. */
const BOOKING = '{booking_record: null}'
const placeholder = { booking_record: null }

function withoutBookings(value: unknown, bookings: ReadonlySet<unknown>, levels = 4): unknown {
  if (bookings.has(value)) return placeholder
  if (typeof value !== 'object' || value === null || levels === 0) return value
  if (Array.isArray(value)) return value.slice(0, 1).map((one) => withoutBookings(one, bookings, levels - 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withoutBookings(inner, bookings, levels - 1)]),
  )
}

/** `application/json`, without its parameters. */
function formOfContentType(contentType: string | null): string {
  if (contentType === null) return 'no content type'
  const [type = ''] = contentType.split(';', 1)
  return /^[a-z]{1,20}\/[a-z.+-]{1,60}$/i.test(type.trim())
    ? type.trim().toLowerCase()
    : 'another content type'
}
