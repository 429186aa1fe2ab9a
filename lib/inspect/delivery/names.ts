import { clip } from '@/lib/interface/clip'
import type { JsonObject } from '@/lib/interface/resources'
import { ownValue } from '@/lib/interface/values'

// `{"event": …, "data": {"object": {"booking": {…}}}}`, perhaps in arrays; deeper is no plausible body.
export const DEEPEST = 6

/** Names under which an envelope holds its subject; `after` and `new` beside an older version of it. */
// biome-ignore format: one list
export const CONTENT_NAMES = ['booking', 'bookings', 'data', 'payload', 'object', 'body', 'content', 'record', 'resource', 'after', 'current', 'new', 'message', 'detail', 'entity', 'attributes', 'events', 'items']

/** The first of the names with a text that is not empty, or a number as text; shortened. */
export function textOf(object: JsonObject, names: readonly string[]): string | null {
  for (const name of names) {
    const value = ownValue(object, name)
    if (typeof value === 'number' && Number.isFinite(value)) return String(value)
    if (typeof value === 'string' && value !== '') return clip(value)
  }
  return null
}
