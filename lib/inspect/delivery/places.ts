import { bookingFields } from '@/lib/interface/fields/booking-fields'
import { objectsIn, type Place } from '@/lib/interface/unwrap'
import { isContent } from './booking-facts'
import { readable } from './json-text'

// `{"response": {"hits": {"hits": [{"_source": {"booking": …}}]}}}`
const DEEPEST = 6

/** Objects of a value, also those in JSON within its texts. */
export function placesIn(value: unknown): Generator<Place> {
  return objectsIn(value, bookingFields, DEEPEST, readable)
}

/** Contents of envelopes, of lists the first element: the outermost first. */
export function firstContents(content: unknown): Place[] {
  const places = [...placesIn(content)]
  return places.filter((place) => place.path.every(isNameOrFirst) && isContent(place))
}

function isNameOrFirst(step: string | number): boolean {
  return typeof step === 'string' || step === 0
}
