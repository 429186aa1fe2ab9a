import { identifierOf } from '@/lib/interface/identifiers'
import type { JsonObject } from '@/lib/interface/resources'
import type { Place } from '@/lib/interface/unwrap'
import { asObject } from '@/lib/interface/values'
import {
  type BookingFacts,
  factsOfBooking,
  factsOfReference,
  idNameBeside,
  isContentName,
  isReference,
  type KnownEvent,
} from './booking-facts'
import { contentOf, placesIn } from './places'
import { type SourceKind, wholeBookings } from './whole-bookings'

export interface FoundBooking {
  /** The part of the text that holds this booking alone: an element of a list, or everything. */
  readonly value: unknown
  /** Path of `value`, from the outside. */
  readonly path: Place['path']
  /** Path of the booking inside `value`. */
  readonly within: Place['path']
  readonly booking: JsonObject
  readonly facts: BookingFacts
}

export interface Source {
  readonly kind: SourceKind
  readonly event: KnownEvent | null
}

const FILE: Source = { kind: 'file', event: null }

export interface FoundBookings {
  /** In the order of the text. */
  readonly bookings: readonly FoundBooking[]
  /** Number of values beside them that are none. */
  readonly others: number
}

/**
 * Finds bookings by their fields in whatever is wrapped around them, in their order:
 * lists, lists of wrapped ones, objects keyed by id, JSON within a text. Without a
 * booking, what refers to one by its id.
 */
export function findBookings(value: unknown, source: Source = FILE): FoundBookings {
  const { kind, event } = source
  const places = [...placesIn(value)]
  const found = new Map<Place, ListedBooking>()
  const whole = wholeBookings(places, kind)
  for (const { place, isInMap } of whole) {
    const located = isInMap ? inMap(place) : inList(value, place)
    found.set(place, { ...located, facts: factsOfBooking(place) })
  }
  const wholePlaces = whole.map(({ place }) => place)
  for (const place of referencesIn(places, wholePlaces, event)) {
    const facts = factsOfReference(place, event, contentsOf(place))
    found.set(place, { ...inList(value, place), facts })
  }
  const bookings = places.flatMap((place) => found.get(place) ?? [])
  const others = bookings.length === 0 ? 1 : othersBeside(bookings)
  return { bookings, others }
}

/** Stands for the element where an object is in no list. */
const EVERYTHING = '[]'

/**
 * Objects that refer to a booking, in elements of a list without one; where one
 * holds another, the inner one.
 */
function referencesIn(
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

/** A booking in its text, and the number of objects in its list. */
interface LocatedBooking extends Omit<FoundBooking, 'facts'> {
  readonly listed: number
}

interface ListedBooking extends LocatedBooking {
  readonly facts: BookingFacts
}

/** Of an object that holds bookings by their ids: the member is a booking alone. */
function inMap(place: Place): LocatedBooking {
  const { object, path, listed } = place
  return {
    value: object,
    listed,
    path,
    within: [],
    booking: withId(object, String(path.at(-1))),
  }
}

/** The element of the innermost list is a booking alone; outside of any list, everything is. */
function inList(everything: unknown, place: Place): LocatedBooking {
  const { object, path } = place
  const booking = withId(object, idBeside(place))
  const element = elementAround(place)
  if (element === null) return { value: everything, listed: 1, path: [], within: path, booking }
  return {
    value: element.object,
    listed: element.listed,
    path: element.path,
    within: path.slice(element.path.length),
    booking,
  }
}

function elementAround(place: Place): Place | null {
  const indexAt = place.path.findLastIndex((step) => typeof step === 'number')
  if (indexAt < 0) return null
  let element: Place | null = place
  while (element && element.path.length > indexAt + 1) element = element.outer
  return element
}

/** @param id of a booking without one */
function withId(booking: JsonObject, id: string | null): JsonObject {
  const lacksId = id !== null && !Object.hasOwn(booking, 'id')
  return lacksId ? { id, ...booking } : booking
}

/** Id that a format keeps beside the record: `{"_id": "b-1", "_source": {…}}`. */
function idBeside({ path, outer }: Place): string | null {
  const member = path.at(-1)
  if (typeof member !== 'string') return null
  const idName = idNameBeside(member)
  if (idName === null) return null
  return identifierOf(outer?.object[idName])
}

function contentsOf({ object }: Place): JsonObject[] {
  const contents: JsonObject[] = []
  for (const [name, member] of Object.entries(object)) {
    if (!isContentName(name)) continue
    const content = asObject(contentOf(member))
    if (content) contents.push(content)
  }
  return contents
}

/** A list that holds bookings. */
interface UsedList {
  readonly listed: number
  /** Elements with a booking. */
  readonly used: Set<unknown>
}

/** Elements without a booking in the lists that hold some. */
function othersBeside(bookings: readonly ListedBooking[]): number {
  const lists = new Map<string, UsedList>()
  for (const { path, value, listed } of bookings) {
    if (typeof path.at(-1) !== 'number') continue
    const key = JSON.stringify(path.slice(0, -1))
    const list = lists.get(key) ?? { listed, used: new Set() }
    list.used.add(value)
    lists.set(key, list)
  }
  let others = 0
  for (const { listed, used } of lists.values()) {
    others += listed - used.size
  }
  return others
}
