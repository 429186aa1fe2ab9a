import { bookingFields } from '@/lib/interface/fields/booking-fields'
import type { JsonObject } from './resources'
import { asObject } from './values'

// An answer wraps a record once or twice (`{"data": {"vehicle": …}}`); deeper is no plausible answer.
const DEEPEST_WRAPPER = 3

export interface Unwrapped {
  /** Null where the answer holds no record. */
  readonly record: JsonObject | null
  /** Keys around the record, outermost first; `[]` for an array. */
  readonly wrappers: readonly string[]
}

/**
 * Finds the record inside an answer. The wrapper of endpoints 3 and 4 is not shown (§4.2): the record may be
 * bare, under `vehicle` or `booking`, the only value of an object, or the only element of an array.
 */
export function unwrap(answer: unknown, depth = 0): Unwrapped {
  const inner = depth > DEEPEST_WRAPPER ? null : contentOf(answer)
  if (inner === null) return { record: null, wrappers: [] }
  if (inner.name === null) return { record: inner.value as JsonObject, wrappers: [] }
  const { record, wrappers } = unwrap(inner.value, depth + 1)
  return { record, wrappers: [inner.name, ...wrappers] }
}

/** The value one level down with its key; the key is null where the answer is the record itself. */
function contentOf(answer: unknown): { name: string | null; value: unknown } | null {
  if (Array.isArray(answer)) return answer.length === 1 ? { name: '[]', value: answer[0] } : null
  const object = asObject(answer)
  if (!object) return null
  if (typeof object.id === 'string') return { name: null, value: object }
  const names = Object.keys(object)
  const name =
    ['vehicle', 'booking'].find((one) => (object[one] ?? null) !== null) ??
    (names.length === 1 ? names[0] : undefined)
  return name === undefined ? null : { name, value: object[name] }
}

/** As `unwrap`, of a booking that any of its fields identifies and that is itself when it holds no other. */
export function unwrapBooking(value: unknown, depth = 0): JsonObject | null {
  const object = asObject(value)
  if (!object || depth === DEEPEST_WRAPPER) return object
  // No field of a booking has this name: `{"status": "ok", "booking": {…}}` is a wrapper.
  const wrapped = Object.hasOwn(object, 'booking') ? asObject(object.booking) : null
  if (!wrapped && Object.keys(object).some((name) => Object.hasOwn(bookingFields, name))) return object
  const inner = wrapped ?? asObject(soleValue(object))
  return inner ? unwrapBooking(inner, depth + 1) : object
}

/**
 * Whether an answer means that there is no such record: null, or a wrapper around null or nothing.
 * The answer to a look-up without a result is not shown (§4.2), so this counts as a 404 does.
 */
export function holdsNothing(answer: unknown): boolean {
  return isNothing(answer) || isNothing(soleValue(answer))
}

function isNothing(value: unknown): boolean {
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0)
}

function soleValue(value: unknown): unknown {
  const values = Object.values(asObject(value) ?? {})
  return values.length === 1 ? values[0] : undefined
}
