import { safeText } from '@/lib/format/text'
import type { AnyBooking } from '@/lib/interface/resources'

/**
 * A booking as a text for its driver: time, places, customer and number, each in a line.
 * @param time in words
 */
export function driverText(booking: AnyBooking, time: string): string {
  const { from_label, to_label, customer_name, customer_phone_number, our_ref } = booking
  const lines: readonly (readonly [label: string, text: string | null])[] = [
    ['Pick-up', time],
    ['From', from_label],
    ['To', to_label],
    ['Customer', customer_name],
    ['Phone', customer_phone_number],
    ['Booking', our_ref],
  ]
  const given = lines.filter(([, text]) => text)
  return given.map(([label, text]) => `${label}: ${safeText(text ?? '', 200)}`).join('\n')
}
