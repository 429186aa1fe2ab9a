import { clip } from '@/lib/interface/clip'
import type { JsonObject } from '@/lib/interface/resources'

/** Names of an object, listed once: every object within it asks for them. */
interface MemberNames {
  readonly count: number
  /** The first name of each normal form. */
  readonly byPlainName: ReadonlyMap<string, string>
}

const listedNames = new WeakMap<JsonObject, MemberNames>()

function namesOf(object: JsonObject): MemberNames {
  const listed = listedNames.get(object)
  if (listed) return listed
  const keys = Object.keys(object)
  const byPlainName = new Map<string, string>()
  for (const key of keys) {
    const plain = plainName(key)
    if (!byPlainName.has(plain)) byPlainName.set(plain, key)
  }
  const names = { count: keys.length, byPlainName }
  listedNames.set(object, names)
  return names
}

/** Normal form of a name: `BookingId`, `booking-id` and `booking_id` are one. */
function plainName(name: string): string {
  const letters = name.replaceAll(/[\W_]/g, '')
  return letters.toLowerCase()
}

export function hasOneMember(object: JsonObject): boolean {
  return namesOf(object).count === 1
}

/** The first of the names with a text that is not empty, or a number as text; shortened. */
export function textOf(object: JsonObject, names: readonly string[]): string | null {
  for (const name of names) {
    const key = keyOf(object, name)
    if (key === undefined) continue
    const value = object[key]
    if (isExactNumber(value)) return String(value)
    if (typeof value === 'string' && value !== '') return clip(value)
  }
  return null
}

/** A name of the object in another spelling. */
function keyOf(object: JsonObject, name: string): string | undefined {
  if (Object.hasOwn(object, name)) return name
  return namesOf(object).byPlainName.get(plainName(name))
}

function isExactNumber(value: unknown): boolean {
  if (typeof value !== 'number') return false
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER
}
