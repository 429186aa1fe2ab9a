import { bookingFields } from '@/lib/interface/fields/booking-fields'
import type { FieldTable } from '@/lib/interface/fields/fields'
import { identifierOf } from './identifiers'
import type { JsonObject } from './resources'
import { asObject, ownValue } from './values'

/** An object inside a value, and how it is reached. */
export interface Place {
  readonly object: JsonObject
  /** Names and indices from the outside; empty for the value itself. */
  readonly path: readonly (string | number)[]
  /** The object around it. */
  readonly outer: Place | null
  /** Fields of the table that it has. */
  readonly fields: number
  /** Objects of the list that it stands in; 1 outside of one. */
  readonly listed: number
}

/** A record inside an answer, and what stood around it. */
export interface Unwrapped {
  /** Null where the answer holds no record or several. */
  readonly record: JsonObject | null
  /** Keys around the record, outermost first; `[]` for an array. */
  readonly wrappers: readonly string[]
  /** Other members of the objects around the record, by their paths: `data.meta`. */
  readonly beside: JsonObject
  readonly isSeveral: boolean
  /**
   * Null, or wrappers around null or nothing: there is no such record, as a
   * 404 says (§4.2: not shown).
   */
  readonly isNothing: boolean
}

// `{"data": {"result": {"vehicle": …}}}`; deeper is no plausible answer.
const DEEPEST = 3
// More objects with an id are several records, whatever follows.
const MOST_PLACES = 1_000

/**
 * Finds the record inside an answer, whose wrapper is not shown for endpoints 3 and 4 (§4.2): the
 * object with an id and the most fields of the table, at most three levels down. Where others have
 * nearly as many, the documented key, then the requested value decide.
 * @param requested fields with the values that were asked for
 */
export function unwrap(
  answer: unknown,
  table: FieldTable,
  requested: Readonly<Record<string, string>> = {},
): Unwrapped {
  const isRequested = ({ object }: Place) =>
    Object.entries(requested).every(
      ([name, value]) => identifierOf(ownValue(object, name)) === value,
    )
  const [found, ...others] = likelyPlaces(answer, table).sort(
    (a, b) => Number(isRequested(b)) - Number(isRequested(a)) || b.fields - a.fields,
  )
  if (!found) return { ...NOTHING, isNothing: holdsNothing(answer, table) }
  if (!isRequested(found) && isAroundNothing(found)) return { ...NOTHING, isNothing: true }

  const isRival = (other: Place) => {
    if (isInside(other, found) || isInside(found, other)) return false
    if (other.fields > FEW_FIELDS) return true
    return other.fields >= found.fields && isRequested(other) === isRequested(found)
  }
  if (found.listed > 1 || others.some(isRival)) return { ...NOTHING, isSeveral: true }

  return {
    ...NOTHING,
    record: found.object,
    wrappers: found.path.map((step) => (typeof step === 'number' ? '[]' : step)),
    beside: besideOf(found),
  }
}

/** Objects with an id and nearly as many fields as any, of these the ones of the documented key. */
function likelyPlaces(answer: unknown, table: FieldTable): Place[] {
  const places: Place[] = []
  for (const place of objectsIn(answer, table, DEEPEST)) {
    if (!identifierOf(place.object.id)) continue
    places.push(place)
    if (places.length === MOST_PLACES) break
  }
  const most = Math.max(...places.map(({ fields }) => fields))
  const likely = places.filter(({ fields }) => fields * 2 >= most)
  const documentedKey = table === bookingFields ? 'booking' : 'vehicle'
  const keyed = likely.filter(({ path }) => path.at(-1) === documentedKey)
  return keyed.length > 0 ? keyed : likely
}

const NOTHING: Unwrapped = {
  record: null,
  wrappers: [],
  beside: {},
  isSeveral: false,
  isNothing: false,
}

// An owner beside a sparse vehicle has an id and a type as well.
const FEW_FIELDS = 2

/** Names of members that hold the records of an answer. */
export const HOLDS_RECORDS = anyOf([
  'bookings?',
  'vehicles?',
  'data',
  'results?',
  'items?',
  'records?',
  'entries',
  'rows',
  'hits',
  'response',
  'payload',
  'content',
  'body',
  'object',
  'value',
])

function anyOf(names: readonly string[]): RegExp {
  return new RegExp(`^(${names.join('|')})$`, 'i')
}

/** `{"id": "req-1", "vehicle": null}`: the id is that of the answer. */
function isAroundNothing({ object, outer, fields }: Place): boolean {
  if (fields > FEW_FIELDS) return false
  if (hasEmptyWrapper(object)) return true
  return outer !== null && hasEmptyWrapper(outer.object)
}

function hasEmptyWrapper(object: JsonObject): boolean {
  return Object.entries(object).some(
    ([name, value]) => HOLDS_RECORDS.test(name) && typeof value === 'object' && isEmpty(value),
  )
}

/**
 * Objects of a value, outermost first. Values of fields that are objects
 * themselves are parts of a record.
 * @param deepest levels of objects below the outermost; a list is no level, a list in a list is one
 * @param read the object or array that a member stands for, such as JSON in a column; undefined
 * for any other member
 */
export function* objectsIn(
  value: unknown,
  table: FieldTable,
  deepest: number,
  read: (member: unknown) => unknown = () => undefined,
): Generator<Place> {
  yield* walk(value, [], null, 0)

  function* walk(
    inner: unknown,
    path: Place['path'],
    outer: Place | null,
    depth: number,
    listed = 1,
  ): Generator<Place> {
    if (depth > deepest) return
    if (Array.isArray(inner)) {
      const items = inner.map(parsed)
      const objectCount = items.filter((item) => asObject(item) !== null).length
      for (const [index, item] of items.entries()) {
        const itemDepth = Array.isArray(item) ? depth + 1 : depth
        yield* walk(item, [...path, index], outer, itemDepth, objectCount)
      }
      return
    }

    const object = asObject(inner)
    if (!object) return
    const place: Place = {
      object,
      path,
      outer,
      listed,
      fields: fieldsIn(object, table),
    }
    yield place
    for (const name of Object.keys(object)) {
      const type = Object.hasOwn(table, name) ? table[name]?.type : undefined
      if (type === 'position' || type === 'totals' || type === 'webhooks') continue
      // A text in a field of the record is its value, whatever it holds.
      const member = type === undefined ? parsed(object[name]) : object[name]
      yield* walk(member, [...path, name], place, depth + 1)
    }
  }

  function parsed(member: unknown): unknown {
    return read(member) ?? member
  }
}

function fieldsIn(object: JsonObject, table: FieldTable): number {
  let fields = 0
  for (const name in table) {
    if (Object.hasOwn(object, name)) fields += 1
  }
  return fields
}

function isInside(place: Place, container: Place): boolean {
  for (let outer = place.outer; outer; outer = outer.outer) {
    if (outer === container) return true
  }
  return false
}

function besideOf(place: Place): JsonObject {
  const members: [path: string, value: unknown][] = []
  for (let outer = place.outer; outer; outer = outer.outer) {
    const { object, path } = outer
    const nameOfInner = place.path[path.length]
    const names = Object.keys(object).filter((name) => name !== nameOfInner)
    const ofOuter = names.map((name): [string, unknown] => [
      [...path, name].join('.'),
      object[name],
    ])
    members.unshift(...ofOuter)
  }
  return Object.fromEntries(members)
}

/** Objects about an answer, as JSON:API has them beside `"data": null`. */
const ABOUT_ANSWER = /^(meta|links|jsonapi)$/i
const OF_ERROR = /error|message|detail/i

/** Texts and numbers beside an empty wrapper do not count, unless they tell of an error. */
function holdsNothing(answer: unknown, table: FieldTable): boolean {
  if (isEmpty(answer)) return true
  let hasEmptyWrapper = false
  for (const [name, value] of Object.entries(asObject(answer) ?? {})) {
    const isObject = typeof value === 'object'
    if (!isObject && OF_ERROR.test(name)) return false
    if (!isObject || ABOUT_ANSWER.test(name)) continue
    if (!isEmpty(value, DEEPEST - 1)) return false
    if (!Object.hasOwn(table, name)) hasEmptyWrapper = true
  }
  return hasEmptyWrapper
}

function isEmpty(value: unknown, levels = DEEPEST): boolean {
  if (value === null) return true
  if (typeof value !== 'object') return false
  if (levels === 0) return false
  return Object.values(value).every((inner) => isEmpty(inner, levels - 1))
}
