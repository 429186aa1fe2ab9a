import { bookingFields } from '@/lib/interface/fields/booking-fields'
import { objectsIn, type Place } from '@/lib/interface/unwrap'
import { asObject } from '@/lib/interface/values'
import { isContent } from './booking-facts'
import { readable } from './json-text'
import { plainItem } from './typed-attributes'

// `{"response": {"hits": {"hits": [{"_source": {"booking": …}}]}}}`
const DEEPEST = 6

/** Objects of a value, also those in JSON within its texts, and items with types as plain ones. */
export function placesIn(value: unknown): Generator<Place> {
  return objectsIn(contentOf(value) ?? value, bookingFields, DEEPEST, contentOf)
}

/** The object or array that a value is or holds; undefined for any other value. */
export function contentOf(value: unknown): unknown {
  const content = readable(value)
  const object = asObject(content)
  return (object && plainItem(object)) ?? content
}

/** Contents of envelopes, of lists the first element: the outermost first. */
export function firstContents(content: unknown): Place[] {
  const places = [...placesIn(content)]
  return places.filter((place) => place.path.every(isNameOrFirst) && isContent(place))
}

function isNameOrFirst(step: string | number): boolean {
  return typeof step === 'string' || step === 0
}
