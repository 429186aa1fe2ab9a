import { formatPosition, parsePosition } from './position'
import type { Position } from './resources'

/** Stated by the service. Source: interface §4.1, §8 */
export const DEFAULT_RADIUS_METRES = 1000

// Half way round the Earth: a larger circle holds nothing more. The service's own
// maximum is not shown (§8).
export const LARGEST_RADIUS_METRES = 20_037_508

/** Stated by the service. Source: interface §4.1, §8 */
export const DEFAULT_LIMIT = 10

// About 0.4 KB a vehicle: a full page stays under the 2 MiB cap of a list. The service's own
// maximum is not shown (§8).
const LARGEST_LIMIT = 1000

/** Characters of a type, a function or a text to find. */
export const LONGEST_KEY = 128
const LONGEST_CURSOR = 4096

/** Parameters of a search. Source: interface §4.1 */
export interface Search {
  readonly position: Position
  /** Metres. */
  readonly radius: number
  readonly type: string | null
  /** Vehicles a page. */
  readonly limit: number
  readonly cursor: string | null
}

/** A query parameter: its parser, and the allowed values for an error message. */
export interface Parameter<T> {
  /** @returns null when the text is not allowed */
  readonly parse: (text: string) => T | null
  readonly allowed: string
  /** JSON Schema of its value, where that is no text. */
  readonly schema?: Readonly<Record<string, unknown>>
}

export const searchParameters = {
  position: {
    parse: parsePosition,
    allowed: 'lat,lng as two decimal numbers: latitude -90 to 90, longitude -180 to 180',
  } satisfies Parameter<Position>,
  radius: {
    parse: parseRadius,
    allowed: `a number of metres above 0, at most ${LARGEST_RADIUS_METRES}, with at most six decimals`,
    schema: { type: 'number', exclusiveMinimum: 0, maximum: LARGEST_RADIUS_METRES },
  } satisfies Parameter<number>,
  type: {
    parse: (text) => printableText(text, LONGEST_KEY),
    allowed: `1 to ${LONGEST_KEY} characters without control characters`,
  } satisfies Parameter<string>,
  limit: {
    parse: parseLimit,
    allowed: `a whole number from 1 to ${LARGEST_LIMIT}`,
    schema: { type: 'integer', minimum: 1, maximum: LARGEST_LIMIT },
  } satisfies Parameter<number>,
  cursor: {
    parse: (text) => printableText(text, LONGEST_CURSOR),
    allowed: `a next_cursor as the service gave it, 1 to ${LONGEST_CURSOR} characters`,
  } satisfies Parameter<string>,
} as const

/** A search as URL parameters, for our own routes and for the service alike. A null is left out. */
export function searchToParams(search: Search): URLSearchParams {
  const params = new URLSearchParams({
    position: formatPosition(search.position),
    radius: String(search.radius),
    limit: String(search.limit),
  })
  if (search.type !== null) params.set('type', search.type)
  if (search.cursor !== null) params.set('cursor', search.cursor)
  return params
}

function parseRadius(text: string): number | null {
  const metres = parseDecimal(text)
  return metres > 0 && metres <= LARGEST_RADIUS_METRES ? metres : null
}

function parseLimit(text: string): number | null {
  const count = parseDecimal(text)
  if (!Number.isInteger(count)) return null
  return count >= 1 && count <= LARGEST_LIMIT ? count : null
}

/** NaN for another text. */
function parseDecimal(text: string): number {
  // With more decimals than that JavaScript would write the number as `1e-7`, which is none here.
  return /^\d{1,15}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN
}

function printableText(text: string, longest: number): string | null {
  if (text.length < 1 || text.length > longest) return null
  const isPrintable = text.isWellFormed() && !/\p{Cc}/u.test(text)
  return isPrintable ? text : null
}
