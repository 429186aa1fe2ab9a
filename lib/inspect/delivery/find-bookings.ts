import { bookingFields } from '@/lib/interface/fields/booking-fields'
import { identifierOf } from '@/lib/interface/identifiers'
import type { JsonObject } from '@/lib/interface/resources'
import { HOLDS_RECORDS, objectsIn, type Place } from '@/lib/interface/unwrap'
import { asObject } from '@/lib/interface/values'
import {
  type BookingFacts,
  factsOf,
  hasFieldOfVehicle,
  ID_BESIDE,
  isBooking,
  isContentName,
  isReference,
  type KnownEvent,
  namedIdOf,
  OWN_FIELDS,
} from './booking-facts'
import { readable } from './parse-text'

export interface FoundBooking {
  /** The part of the text that holds this booking alone: an element of a list, or everything. */
  readonly value: unknown
  /** Of `value`, from the outside. */
  readonly path: Place['path']
  /** Of the booking inside `value`. */
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
export const placesIn = (value: unknown) => objectsIn(value, bookingFields, DEEPEST, readable)

interface Group {
  /** The most fields that one of its objects has. */
  most: number
  /** Objects that are bookings by themselves. */
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

/**
 * Finds bookings by their fields in whatever is wrapped around them, in their order:
 * lists, lists of wrapped ones, objects keyed by id, JSON within a text. Without a
 * booking, what refers to one by its id.
 * @returns also the number of values beside them that are none
 */
export function findBookings(
  value: unknown,
  source: Source = FILE,
): { bookings: FoundBooking[]; others: number } {
  const places = [...placesIn(value)]
  const whole = wholeBookings(places, source)
  const referring = referencesIn(
    places,
    whole.map(({ place }) => place),
    source.event,
  )
  const inOrder = new Map(places.map((place, at) => [place, at]))
  const bookings = [
    ...whole.map(({ place, map }) => ({ place, isWhole: true, isInMap: map.certain > 1 })),
    ...referring.map((place) => ({ place, isWhole: false, isInMap: false })),
  ]
    .sort((a, b) => (inOrder.get(a.place) ?? 0) - (inOrder.get(b.place) ?? 0))
    .map(({ place, isWhole, isInMap }) => ({
      ...foundAt(value, place, isInMap),
      facts: factsOf(place, isWhole, source.event, isWhole ? [] : contentsOf(place)),
    }))
  return { bookings, others: bookings.length === 0 ? 1 : othersBeside(bookings) }
}

function wholeBookings(places: readonly Place[], { kind }: Source): Candidate[] {
  const groups = new Map<unknown, Group>()
  const groupOf = (key: unknown): Group => {
    const group = groups.get(key) ?? { most: 0, certain: 0 }
    groups.set(key, group)
    return group
  }
  const likely = places.filter((place) => isLikely(place, kind))
  const withPresentState = new Set(
    likely.filter((place) => !isEarlierState(place)).map(({ outer }) => outer),
  )
  const candidates = likely
    .filter((place) => !isEarlierState(place) || !withPresentState.has(place.outer))
    .map((place): Candidate => {
      const steps = place.path.map((step) => (typeof step === 'number' ? 0 : step))
      const group = groupOf(JSON.stringify(steps))
      const map = isNamed(place) && place.outer ? groupOf(place.outer) : { most: 0, certain: 0 }
      const isCertain = isCertainly(place.object, kind)
      group.most = Math.max(group.most, place.fields)
      group.certain += Number(isCertain)
      map.certain += Number(isCertain)
      return { place, isCertain, group, map }
    })
  const isAnyCertain = candidates.some(({ isCertain }) => isCertain)
  const records = candidates.filter(({ place, group, map }) =>
    isAnyCertain ? group.certain > 0 || map.certain > 1 : isSparse(place.object),
  )
  const mostAt = new Map(records.map(({ place, group }) => [place, group.most]))
  const dropped = new Set<Place>()
  for (const { place, group } of records) {
    for (let at = place.outer; at; at = at.outer) {
      const most = mostAt.get(at)
      if (most === undefined) continue
      // Of two that say as much the outer one is the booking, unless both could be an envelope.
      const isAround = group.most > most || (group.most === most && !isAnyCertain)
      dropped.add(isAround ? at : place)
    }
  }
  return records.filter(({ place }) => !dropped.has(place))
}

const isCertainly = (object: JsonObject, kind: Source['kind']): boolean =>
  kind === 'delivery' ? isBooking(object) : OWN_FIELDS.some((name) => Object.hasOwn(object, name))

function isLikely(place: Place, kind: Source['kind']): boolean {
  const { object } = place
  if (isCertainly(object, kind)) return true
  if (kind === 'delivery' || namedIdOf(object) !== null) return false
  return Object.hasOwn(object, 'id') && !hasFieldOfVehicle(object) && mayBeBooking(place)
}

// Of an id, a status and times a record of anything else has more than this.
const SPARSE_FIELDS = 3

/** `{"id": "b-1", "status": "done"}`, and no list of users. */
function isSparse(object: JsonObject): boolean {
  const names = Object.keys(object)
  const unknown = names.filter((name) => !Object.hasOwn(bookingFields, name)).length
  const known = names.length - unknown
  return unknown === 0 || (known >= SPARSE_FIELDS && unknown < known)
}

const EARLIER = /^(before|old|prev|previous|prior|original)([_-]?[a-z]+)*$/i

/** `{"before": {…}, "after": {…}}` is one booking. */
function isEarlierState({ path }: Place): boolean {
  const name = path.at(-1)
  return typeof name === 'string' && EARLIER.test(name)
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
  const held = new Set(whole.map(elementOf))
  const referring = held.has(EVERYTHING) ? [] : places.filter((place) => isReference(place, event))
  const envelopes = new Set<Place>()
  for (const { outer } of [...whole, ...referring])
    for (let at = outer; at && !envelopes.has(at); at = at.outer) envelopes.add(at)
  return referring.filter((place) => !envelopes.has(place) && !held.has(elementOf(place)))
}

/** The element of the outermost list that an object is in. */
function elementOf({ path }: Place): string {
  const index = path.findIndex((step) => typeof step === 'number')
  return index < 0 ? EVERYTHING : JSON.stringify(path.slice(0, index + 1))
}

const EVERYTHING = '[]'

/** Elements without a booking in the lists that hold some. */
function othersBeside(bookings: readonly (FoundBooking & { readonly listed: number })[]): number {
  const lists = new Map<string, { listed: number; used: Set<unknown> }>()
  for (const { path, value, listed } of bookings) {
    if (typeof path.at(-1) !== 'number') continue
    const key = JSON.stringify(path.slice(0, -1))
    const list = lists.get(key) ?? { listed, used: new Set() }
    list.used.add(value)
    lists.set(key, list)
  }
  return [...lists.values()].reduce((sum, { listed, used }) => sum + listed - used.size, 0)
}

/**
 * Not `{"id": "req-1", "status": "ok", "data": []}`, nor the objects in `{"user": {"id": "u-1"},
 * "error": {"id": "e-1"}}`.
 */
function mayBeBooking({ path, object }: Place): boolean {
  const name = path.at(-1)
  const isHolder = typeof name !== 'string' || isContentName(name) || Object.hasOwn(ID_BESIDE, name)
  if (!isHolder && name !== identifierOf(object.id)) return false
  return !Object.entries(object).some(
    ([inner, value]) => HOLDS_RECORDS.test(inner) && typeof value === 'object',
  )
}

const isNamed = ({ path }: Place): boolean => typeof path.at(-1) === 'string'

function foundAt(value: unknown, place: Place, isInMap: boolean) {
  const { path, object, outer } = place
  const length = isInMap ? path.length : path.findLastIndex((step) => typeof step === 'number') + 1
  let part: Place | null = place
  while (part && part.path.length > length) part = part.outer
  const name = String(path.at(-1))
  const beside =
    isNamed(place) && Object.hasOwn(ID_BESIDE, name) ? outer?.object[ID_BESIDE[name] ?? ''] : null
  const id = isInMap ? name : identifierOf(beside)
  return {
    value: length === 0 ? value : part?.object,
    listed: part?.listed ?? 1,
    path: path.slice(0, length),
    within: path.slice(length),
    booking: id !== null && !Object.hasOwn(object, 'id') ? { id, ...object } : object,
  }
}

const contentsOf = ({ object }: Place): JsonObject[] =>
  Object.entries(object)
    .filter(([name]) => isContentName(name))
    .map(([, content]) => asObject(readable(content)))
    .filter((content) => content !== null)

/** The fields that a body says of a booking which it only refers to. */
export function recordOfFacts(facts: Omit<BookingFacts, 'isWhole' | 'mtime'>): JsonObject {
  const said = {
    id: facts.id,
    our_ref: facts.ourRef,
    status: facts.status,
    vehicle_id: facts.vehicleId,
    vehicle_our_ref: facts.vehicleOurRef,
  }
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== null))
}
