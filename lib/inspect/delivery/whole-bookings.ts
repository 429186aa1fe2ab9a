import { bookingFields } from '@/lib/interface/fields/booking-fields'
import { identifierOf } from '@/lib/interface/identifiers'
import type { JsonObject } from '@/lib/interface/resources'
import { HOLDS_RECORDS, type Place } from '@/lib/interface/unwrap'
import {
  bookingIdOf,
  hasBookingOnlyField,
  hasVehicleOnlyField,
  idNameBeside,
  isBooking,
  isContentName,
} from './booking-facts'

/**
 * Origin of a text. A file was opened for its bookings: an id is enough where nothing speaks
 * against it. A delivery may be about anything, and its events have ids and statuses of their own.
 */
export type SourceKind = 'file' | 'delivery'

export interface WholeBooking {
  readonly place: Place
  /** One of several that an object holds by their ids: `{"b-1": {…}, "b-2": {…}}`. */
  readonly isInMap: boolean
}

/** Objects that are alike, or members of one object. */
interface Group {
  /** The most fields that one of them has. */
  mostFields: number
  /** Number of them that are certainly bookings. */
  certain: number
}

/** An object that may be a booking. */
interface Candidate {
  readonly place: Place
  /** Objects at the same place of each element of a list. */
  readonly alike: Group
  /** Members of the object around it. */
  readonly siblings: Group
}

/**
 * The objects that are bookings themselves.
 * 1. Take each object that may be one, of two states of one booking the present one.
 * 2. Where any is certainly a booking, keep those like it; otherwise those with few other fields.
 * 3. Of two within each other, keep the booking and drop its envelope or part.
 */
export function wholeBookings(places: readonly Place[], kind: SourceKind): WholeBooking[] {
  const likely = places.filter((place) => isLikely(place, kind))
  const candidates = candidatesAt(presentStates(likely), kind)
  const isAnyCertain = candidates.some(({ alike }) => alike.certain > 0)
  const recognised = candidates.filter((candidate) =>
    isAnyCertain ? isLikeCertain(candidate) : isSparse(candidate.place.object),
  )
  const bookings = withoutEnvelopes(recognised, isAnyCertain)
  return bookings.map(({ place, siblings }) => ({ place, isInMap: siblings.certain > 1 }))
}

function isCertainly(object: JsonObject, kind: SourceKind): boolean {
  return kind === 'delivery' ? isBooking(object) : hasBookingOnlyField(object)
}

function isLikely(place: Place, kind: SourceKind): boolean {
  const { object } = place
  if (isCertainly(object, kind)) return true
  if (kind === 'delivery') return false
  if (bookingIdOf(object) !== null) return false
  if (!Object.hasOwn(object, 'id')) return false
  return !hasVehicleOnlyField(object) && mayBeBooking(place)
}

// Any record may have an id and a status: a booking is recognised by one known field more.
const LEAST_KNOWN_FIELDS = 3

/** `{"id": "b-1", "status": "done"}`, and no list of users. */
function isSparse(object: JsonObject): boolean {
  const names = Object.keys(object)
  const known = names.filter((name) => Object.hasOwn(bookingFields, name)).length
  const unknown = names.length - known
  if (unknown === 0) return true
  return known >= LEAST_KNOWN_FIELDS && unknown < known
}

const EARLIER_NAME = /^(before|old|prev|previous|prior|original)([_-]?[a-z]+)*$/i

function isEarlierState({ path }: Place): boolean {
  const name = path.at(-1)
  return typeof name === 'string' && EARLIER_NAME.test(name)
}

/**
 * Not `{"id": "req-1", "status": "ok", "data": []}`, nor the objects in `{"user": {"id": "u-1"},
 * "error": {"id": "e-1"}}`.
 */
function mayBeBooking({ path, object }: Place): boolean {
  const name = path.at(-1)
  const isNamedById = name === identifierOf(object.id)
  if (!mayHoldBooking(name) && !isNamedById) return false

  const members = Object.entries(object)
  const holdsRecords = members.some(
    ([inner, value]) => HOLDS_RECORDS.test(inner) && typeof value === 'object',
  )
  return !holdsRecords
}

function mayHoldBooking(name: string | number | undefined): boolean {
  if (typeof name !== 'string') return true
  return isContentName(name) || idNameBeside(name) !== null
}

/** `{"before": {…}, "after": {…}}` is one booking: its present state. */
function presentStates(places: readonly Place[]): Place[] {
  const withPresentState = new Set<Place | null>()
  for (const place of places) {
    if (!isEarlierState(place)) withPresentState.add(place.outer)
  }
  return places.filter((place) => {
    const hasPresentState = withPresentState.has(place.outer)
    return !isEarlierState(place) || !hasPresentState
  })
}

function candidatesAt(places: readonly Place[], kind: SourceKind): Candidate[] {
  const byPath = new Map<string, Group>()
  const byObject = new Map<Place, Group>()
  return places.map((place) => {
    const { outer } = place
    const alike = groupAt(byPath, pathOfAlike(place))
    const isMember = isNamed(place) && outer !== null
    const siblings = isMember ? groupAt(byObject, outer) : newGroup()
    alike.mostFields = Math.max(alike.mostFields, place.fields)
    if (isCertainly(place.object, kind)) {
      alike.certain += 1
      siblings.certain += 1
    }
    return { place, alike, siblings }
  })
}

function groupAt<Key>(groups: Map<Key, Group>, key: Key): Group {
  const group = groups.get(key) ?? newGroup()
  groups.set(key, group)
  return group
}

function newGroup(): Group {
  return { mostFields: 0, certain: 0 }
}

function isNamed({ path }: Place): boolean {
  return typeof path.at(-1) === 'string'
}

/** The same for objects at one place in the elements of a list. */
function pathOfAlike({ path }: Place): string {
  const steps = path.map((step) => (typeof step === 'number' ? 0 : step))
  return JSON.stringify(steps)
}

/** Whether one of the objects beside it is certainly a booking. */
function isLikeCertain({ alike, siblings }: Candidate): boolean {
  return alike.certain > 0 || siblings.certain > 1
}

/** Of two within each other, the one with fewer fields is an envelope or a part, and dropped. */
function withoutEnvelopes(recognised: readonly Candidate[], isAnyCertain: boolean): Candidate[] {
  const candidateAt = new Map(recognised.map((candidate) => [candidate.place, candidate]))
  const dropped = new Set<Candidate>()
  for (const inner of recognised) {
    for (let around = inner.place.outer; around; around = around.outer) {
      const outer = candidateAt.get(around)
      if (outer) dropped.add(isEnvelope(outer, inner, isAnyCertain) ? outer : inner)
    }
  }
  return recognised.filter((candidate) => !dropped.has(candidate))
}

function isEnvelope(outer: Candidate, inner: Candidate, isAnyCertain: boolean): boolean {
  const outerFields = outer.alike.mostFields
  const innerFields = inner.alike.mostFields
  // Of two sparse ones either could be the envelope; otherwise the outer one is the booking.
  if (innerFields === outerFields) return !isAnyCertain
  return innerFields > outerFields
}
