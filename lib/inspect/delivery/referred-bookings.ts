import type { Place } from '@/lib/interface/unwrap'
import { isReference, type KnownEvent } from './booking-facts'

/**
 * Objects that refer to a booking, in elements of a list without one; where one
 * holds another, the inner one.
 */
export function referencesIn(
  places: readonly Place[],
  whole: readonly Place[],
  event: KnownEvent | null,
): Place[] {
  const elementsWithBooking = new Set(whole.map(elementOf))
  if (elementsWithBooking.has(EVERYTHING)) return []

  const references = places.filter((place) => isReference(place, event))
  const envelopes = new Set<Place>()
  for (const { outer } of [...whole, ...references]) {
    for (let around = outer; around && !envelopes.has(around); around = around.outer) {
      envelopes.add(around)
    }
  }
  return references.filter((place) => {
    const hasBookingBeside = elementsWithBooking.has(elementOf(place))
    return !envelopes.has(place) && !hasBookingBeside
  })
}

/** The element of the outermost list that an object is in. */
function elementOf({ path }: Place): string {
  const index = path.findIndex((step) => typeof step === 'number')
  if (index < 0) return EVERYTHING
  const upToIndex = path.slice(0, index + 1)
  return JSON.stringify(upToIndex)
}

const EVERYTHING = '[]'
