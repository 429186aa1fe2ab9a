const LONGEST = 128

// Reserved: these paths stand beside `/vehicles/{vehicle_id}` (§4), so as an id they would reach another endpoint.
const RESERVED = new Set(['.', '..', 'example', 'by-our-ref'])

export const vehicleIdAllowed =
  '1 to 128 characters without control characters, "/" or "\\"; not ".", "..", "example" or "by-our-ref"'
export const ourRefAllowed = '1 to 128 characters without control characters'

/** Whether a text can be asked for as a vehicle id. Source: interface §4 row 2; the reserved words are rows 3 and 5. */
export function isVehicleId(text: string): boolean {
  return isReference(text) && !/[/\\]/.test(text) && !RESERVED.has(text)
}

/** Whether a text can be asked for as an our_ref. Source: interface §4 row 3 */
export function isOurRef(text: string): boolean {
  return isReference(text)
}

function isReference(text: string): boolean {
  // Length in characters as a person counts them, so that an emoji counts once.
  const length = text.length > LONGEST * 2 ? Number.POSITIVE_INFINITY : [...text].length
  return length >= 1 && length <= LONGEST && text.isWellFormed() && !/\p{Cc}/u.test(text)
}
