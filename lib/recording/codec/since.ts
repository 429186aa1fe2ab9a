import type { Json } from './values'

/** A vehicle's `statusSince`, of whole milliseconds since the epoch. */
export interface Since {
  readonly atMs: number
  readonly isBeginning: boolean
}

const FIELDS = ['atMs', 'isBeginning']

/** Null for what differs from the usual shape in any way. */
export function asSince(value: Json | undefined): Since | null {
  if (typeof value !== 'object' || value === null) return null
  let fields = 0
  // Faster than a list of its keys, and asked for each vehicle of a list.
  for (const key in value) if (key !== FIELDS[fields++]) return null
  if (fields !== FIELDS.length) return null
  const since = value as unknown as Since
  const isTime = Number.isInteger(since.atMs) && Math.abs(since.atMs) < 2 ** 50
  return isTime && typeof since.isBeginning === 'boolean' ? since : null
}
