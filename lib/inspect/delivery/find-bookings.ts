import { bookingFields } from '@/lib/interface/fields/booking-fields'
import { identifierOf } from '@/lib/interface/identifiers'
import type { JsonObject } from '@/lib/interface/resources'
import { HOLDS_RECORDS, objectsIn, type Place } from '@/lib/interface/unwrap'
import { asObject } from '@/lib/interface/values'
import {
  type BookingFacts,
  type BookingReference,
  bookingIdOf,
  factsOfBooking,
  factsOfReference,
  hasBookingOnlyField,
  hasVehicleOnlyField,
  idNameBeside,
  isBooking,
  isContentName,
  isReference,
  type KnownEvent,
} from './booking-facts'
import { readable } from './parse-text'

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

/**
 * Origin of a text. A file was opened for its bookings: an id is enough where nothing speaks
 * against it. A delivery may be about anything, and its events have ids and statuses of their own.
 */
export interface Source {
  readonly kind: 'file' | 'delivery'
  readonly event: KnownEvent | null
}

const FILE: Source = { kind: 'file', event: null }

// `{"response": {"hits": {"hits": [{"_source": {"booking": …}}]}}}`
const DEEPEST = 6

/** Objects of a value, also those in JSON within its texts. */
export function placesIn(value: unknown): Generator<Place> {
  return objectsIn(value, bookingFields, DEEPEST, readable)
}

interface Group {
  /** The most fields that one of its objects has. */
  mostFields: number
  /** Number of objects that are bookings by themselves. */
  certain: number
}

interface Candidate {
  readonly place: Place
  readonly isCertain: boolean
  /** Objects at the same place of each element of a list are alike. */
  readonly group: Group
  /** Objects that one object holds by their ids. */
  readonly map: Group
}

export interface FoundBookings {
  /** In the order of the text. */
  readonly bookings: readonly FoundBooking[]
  /** Number of values beside them that are none. */
  readonly others: number
}

/** A booking, and the number of objects in its list. */
interface ListedBooking extends FoundBooking {
  readonly listed: number
}

/**
 * Finds bookings by their fields in whatever is wrapped around them, in their order:
 * lists, lists of wrapped ones, objects keyed by id, JSON within a text. Without a
 * booking, what refers to one by its id.
 */
export function findBookings(value: unknown, source: Source = FILE): FoundBookings {
  const places = [...placesIn(value)]
  const candidates = wholeBookings(places, source)
  const whole = new Map(candidates.map((candidate) => [candidate.place, candidate]))
  const references = new Set(referencesIn(places, [...whole.keys()], source.event))
  const bookings: ListedBooking[] = []
  for (const place of places) {
    const booking = whole.get(place)
    if (booking) {
      const isInMap = booking.map.certain > 1
      const found = foundAt(value, place, isInMap)
      const facts = factsOfBooking(place)
      bookings.push({ ...found, facts })
    }
    if (references.has(place)) {
      const found = foundAt(value, place, false)
      const facts = factsOfReference(place, source.event, contentsOf(place))
      bookings.push({ ...found, facts })
    }
  }
  const others = bookings.length === 0 ? 1 : othersBeside(bookings)
  return { bookings, others }
}

function wholeBookings(places: readonly Place[], { kind }: Source): Candidate[] {
  const likely = places.filter((place) => isLikely(place, kind))
  const candidates = candidatesAt(presentStates(likely), kind)
  const isAnyCertain = candidates.some(({ isCertain }) => isCertain)
  const records = candidates.filter((candidate) =>
    isAnyCertain ? isLikeCertain(candidate) : isSparse(candidate.place.object),
  )
  return withoutEnvelopes(records, isAnyCertain)
}

/** Whether one of the objects beside it is certainly a booking. */
function isLikeCertain({ group, map }: Candidate): boolean {
  return group.certain > 0 || map.certain > 1
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

function candidatesAt(places: readonly Place[], kind: Source['kind']): Candidate[] {
  const groups = new Map<unknown, Group>()
  const groupOf = (key: unknown): Group => {
    const group = groups.get(key) ?? newGroup()
    groups.set(key, group)
    return group
  }
  return places.map((place) => {
    const group = groupOf(pathOfAlike(place))
    const isInObject = isNamed(place) && place.outer !== null
    const map = isInObject ? groupOf(place.outer) : newGroup()
    const isCertain = isCertainly(place.object, kind)
    group.mostFields = Math.max(group.mostFields, place.fields)
    if (isCertain) {
      group.certain++
      map.certain++
    }
    return { place, isCertain, group, map }
  })
}

function newGroup(): Group {
  return { mostFields: 0, certain: 0 }
}

/** The same for objects at one place in the elements of a list. */
function pathOfAlike({ path }: Place): string {
  const steps = path.map((step) => (typeof step === 'number' ? 0 : step))
  return JSON.stringify(steps)
}

/** Drops each candidate that is an envelope or a part of another. */
function withoutEnvelopes(records: readonly Candidate[], isAnyCertain: boolean): Candidate[] {
  const mostFields = records.map(({ place, group }) => [place, group.mostFields] as const)
  const mostFieldsAt = new Map(mostFields)
  const dropped = new Set<Place>()
  for (const { place, group } of records) {
    const inner = group.mostFields
    for (let around = place.outer; around; around = around.outer) {
      const outer = mostFieldsAt.get(around)
      if (outer === undefined) continue
      // The outer one of two with as many fields is the booking, unless both could be an envelope.
      const areBothPossible = inner === outer && !isAnyCertain
      const isEnvelope = inner > outer || areBothPossible
      dropped.add(isEnvelope ? around : place)
    }
  }
  return records.filter(({ place }) => !dropped.has(place))
}

function isCertainly(object: JsonObject, kind: Source['kind']): boolean {
  return kind === 'delivery' ? isBooking(object) : hasBookingOnlyField(object)
}

function isLikely(place: Place, kind: Source['kind']): boolean {
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

const EVERYTHING = '[]'

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

function isNamed({ path }: Place): boolean {
  return typeof path.at(-1) === 'string'
}

function foundAt(value: unknown, place: Place, isInMap: boolean) {
  const { path, object } = place
  const lastIndexAt = path.findLastIndex((step) => typeof step === 'number')
  const length = isInMap ? path.length : lastIndexAt + 1
  let part: Place | null = place
  while (part && part.path.length > length) part = part.outer
  const id = isInMap ? String(path.at(-1)) : idBeside(place)
  const lacksId = id !== null && !Object.hasOwn(object, 'id')
  return {
    value: length === 0 ? value : part?.object,
    listed: part?.listed ?? 1,
    path: path.slice(0, length),
    within: path.slice(length),
    booking: lacksId ? { id, ...object } : object,
  }
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
    const content = asObject(readable(member))
    if (content) contents.push(content)
  }
  return contents
}

/** The fields that a body states of a booking which it only refers to. */
export function recordOfFacts(facts: BookingReference): JsonObject {
  const fields = {
    id: facts.id,
    our_ref: facts.ourRef,
    status: facts.status,
    vehicle_id: facts.vehicleId,
    vehicle_our_ref: facts.vehicleOurRef,
  }
  const stated = Object.entries(fields).filter(([, value]) => value !== null)
  return Object.fromEntries(stated)
}
