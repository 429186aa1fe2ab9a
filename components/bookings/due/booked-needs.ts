import type { BookedNeeds } from '@/lib/format/links'
import type { JsonObject } from '@/lib/interface/resources'
import { ownValue, readNumber } from '@/lib/interface/values'

/**
 * Needs that a booking names in fields that the interface knows of vehicles (§2.2). Its own table
 * (§2.4) has none of them, and `type` of a booking may be another thing than that of a vehicle.
 */
export function bookedNeeds(booking: JsonObject): BookedNeeds {
  return {
    seats: amountOf(ownValue(booking, 'passengers_max')),
    load: amountOf(ownValue(booking, 'load_m3')),
    function: keyOf(ownValue(booking, 'functions')),
  }
}

function amountOf(value: unknown): number | null {
  const amount = readNumber(value)?.value ?? 0
  return amount > 0 ? amount : null
}

/** The first of several, as the pick-up board takes one. */
function keyOf(value: unknown): string | null {
  const first: unknown = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' && first !== '' ? first : null
}
