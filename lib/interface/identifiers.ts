const LONGEST = 128

// As an id, these would reach another endpoint than `/vehicles/{vehicle_id}` (§4).
const RESERVED = new Set(['.', '..', 'example', 'by-our-ref'])

export const vehicleIdAllowed =
  '1 to 128 characters without control characters, "/" or "\\"; not ".", "..", "example" or "by-our-ref"'
export const ourRefAllowed = '1 to 128 characters without control characters'

/**
 * An id or reference as a text. A whole number is exact up to 2^53: a larger one may
 * be another than was sent.
 * @returns null for anything else
 */
export function identifierOf(value: unknown): string | null {
  if (typeof value === 'string') return value
  if (typeof value !== 'number') return null
  return Number.isSafeInteger(value) && value >= 0 ? String(value) : null
}

/** Source: interface §4 row 2; the reserved words are of rows 3 and 5. */
export function isVehicleId(text: string): boolean {
  if (!isOurRef(text)) return false
  return !/[/\\]/.test(text) && !RESERVED.has(text)
}

/** Source: interface §4 row 3 */
export function isOurRef(text: string): boolean {
  if (text.length > LONGEST * 2) return false
  // Length in characters, so that an emoji counts once.
  const { length } = [...text]
  if (length < 1 || length > LONGEST) return false
  return text.isWellFormed() && !/\p{Cc}/u.test(text)
}
