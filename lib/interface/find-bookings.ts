import { bookingFields } from '@/lib/interface/fields/booking-fields'
import { vehicleSearchObjectFields } from '@/lib/interface/fields/search-fields'
import { vehicleFields } from '@/lib/interface/fields/vehicle-fields'
import { identifierOf } from './identifiers'
import type { JsonObject } from './resources'
import { HOLDS_RECORDS, objectsIn, type Place } from './unwrap'

export interface FoundBooking {
  /** The part of the text that holds this booking alone: an element of a list, or everything. */
  readonly value: unknown
  /** Of `value`, from the outside. */
  readonly path: Place['path']
  /** Of the booking inside `value`. */
  readonly within: Place['path']
  readonly booking: JsonObject
}

// `{"response": {"hits": {"hits": [{"_source": {"booking": …}}]}}}`
const DEEPEST = 5

// Vehicles and envelopes have an id, a status, times or an error as well.
const SHARED = [
  'id',
  'ctime',
  'mtime',
  'our_ref',
  'status',
  'error',
  'webhooks',
  'vehicle_id',
  'when',
]
/** Fields that only bookings have. */
export const OWN_FIELDS = Object.keys(bookingFields).filter((name) => !SHARED.includes(name))
const OF_VEHICLES = Object.keys({ ...vehicleFields, ...vehicleSearchObjectFields }).filter(
  (name) => !Object.hasOwn(bookingFields, name),
)

/** Formats that keep a record's id beside the record: JSON:API, GeoJSON, search engines. */
const ID_BESIDE: Record<string, string> = {
  attributes: 'id',
  properties: 'id',
  _source: '_id',
  doc: 'id',
}

interface Group {
  /** The most fields that one of its objects has. */
  most: number
  /** Objects with a field that only bookings have. */
  certain: number
}

/**
 * Finds bookings by their fields in whatever is wrapped around them, in their order: lists, lists of wrapped ones,
 * objects keyed by id. An object is a booking with a field that only bookings have, or with an id among such bookings;
 * without any of those, with an id and no field of a vehicle.
 * @returns also the number of values beside them that are none
 */
export function findBookings(value: unknown): { bookings: FoundBooking[]; others: number } {
  const groups = new Map<unknown, Group>()
  const groupOf = (key: unknown): Group => {
    const group = groups.get(key) ?? { most: 0, certain: 0 }
    groups.set(key, group)
    return group
  }
  const likely: { place: Place; group: Group; map: Group }[] = []
  for (const place of objectsIn(value, bookingFields, DEEPEST)) {
    const has = (name: string) => Object.hasOwn(place.object, name)
    const isCertain = OWN_FIELDS.some(has)
    if (!isCertain && !(has('id') && !OF_VEHICLES.some(has) && mayBeBooking(place))) continue
    // Objects at the same place of each element are alike, and so are those that one object holds by their ids.
    const group = groupOf(
      JSON.stringify(place.path.map((step) => (typeof step === 'number' ? 0 : step))),
    )
    const map = isNamed(place) && place.outer ? groupOf(place.outer) : { most: 0, certain: 0 }
    group.most = Math.max(group.most, place.fields)
    group.certain += Number(isCertain)
    map.certain += Number(isCertain)
    likely.push({ place, group, map })
  }
  const isMap = ({ map }: { map: Group }) => map.certain > 1
  const isAnyCertain = likely.some(({ group }) => group.certain > 0)
  const records = likely.filter((one) => !isAnyCertain || one.group.certain > 0 || isMap(one))
  const mostAt = new Map(records.map(({ place, group }) => [place, group.most]))
  const dropped = new Set<Place>()
  for (const { place, group } of records) {
    for (let at = place.outer; at; at = at.outer) {
      const around = mostAt.get(at)
      if (around === undefined) continue
      // Of two that say as much the outer one is the booking, unless both could be an envelope.
      const isAround = group.most > around || (group.most === around && !isAnyCertain)
      dropped.add(isAround ? at : place)
    }
  }
  const bookings = records
    .filter(({ place }) => !dropped.has(place))
    .map((one) => foundAt(value, one.place, isMap(one)))
  return { bookings, others: bookings.length === 0 ? 1 : othersBeside(bookings) }
}

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

/** Not `{"id": "req-1", "status": "ok", "data": []}`, nor the objects in `{"user": {"id": "u-1"}, "error": {"id": "e-1"}}`. */
function mayBeBooking({ path, object }: Place): boolean {
  const name = path.at(-1)
  const isHolder =
    typeof name !== 'string' || HOLDS_RECORDS.test(name) || Object.hasOwn(ID_BESIDE, name)
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
