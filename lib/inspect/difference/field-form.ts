import type { Field } from '@/lib/interface/fields/fields'
import { parseTime } from '@/lib/interface/times'
import { asObject } from '@/lib/interface/values'

/** A field's value before or after a change. */
export type Side =
  /** Not reported: missing, or null where that means the same. */
  | { readonly is: 'absent' }
  /** Null where null is a value of its own. */
  | { readonly is: 'none' }
  /** Of the specified type; texts of more than 500 characters end with "…". */
  | { readonly is: 'value'; readonly value: string | number | readonly string[] }
  /** Of another type than specified, or of a field that the interface does not name. */
  | { readonly is: 'json'; readonly json: string }

const LONGEST_TEXT = 500
const MOST_KEYS = 30
const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/

/**
 * A value as a text that is equal for equal values of a field, however they are written: `1.0` and `"1"` of a number,
 * an instant in another time zone, function keys as one string or in another order, keys of an object in any order.
 * @param field undefined for one that the interface does not name
 */
export function formOf(field: Field | undefined, given: unknown): string {
  if (given === undefined || given === null) return sideOf(field, given).is
  switch (field?.type) {
    case 'string':
      // A number written without quotes is the same text.
      return typeof given === 'string' || isNumber(given) ? `text ${given}` : jsonForm(given)
    case 'datetime': {
      const time = typeof given === 'string' ? parseTime(given) : null
      return time ? `time ${time.epochMs}` : jsonForm(given)
    }
    case 'number':
    case 'integer': {
      const number = typeof given === 'string' && JSON_NUMBER.test(given) ? Number(given) : given
      return isNumber(number) ? `number ${number}` : jsonForm(given)
    }
    case 'strings': {
      const keys = keysOf(given)
      return keys ? `keys ${JSON.stringify([...new Set(keys)].sort())}` : jsonForm(given)
    }
    default:
      return jsonForm(given)
  }
}

/** A value as it is kept and shown. */
export function sideOf(field: Field | undefined, given: unknown): Side {
  if (given === undefined) return { is: 'absent' }
  if (given === null) return { is: field?.nullable ? 'none' : 'absent' }
  const value = readValue(field, given)
  return value === null ? { is: 'json', json: clip(JSON.stringify(given)) } : { is: 'value', value }
}

/** @returns null for another type than specified */
function readValue(field: Field | undefined, given: unknown): string | number | readonly string[] | null {
  switch (field?.type) {
    case 'string':
    case 'datetime':
      return typeof given === 'string' ? clip(given) : null
    case 'number':
    case 'integer':
      return isNumber(given) ? given : null
    case 'strings':
      return keysOf(given)?.slice(0, MOST_KEYS).map(clip) ?? null
    default:
      return null
  }
}

/** §2.2 samples a string, §2.1 an array. */
function keysOf(given: unknown): string[] | null {
  const keys = typeof given === 'string' ? given.split(',') : given
  if (!Array.isArray(keys) || !keys.every((key) => typeof key === 'string')) return null
  return keys.map((key) => key.trim()).filter((key) => key !== '')
}

function isNumber(given: unknown): given is number {
  return Number.isFinite(given)
}

function jsonForm(given: unknown): string {
  const sorted = (_: string, value: unknown) => {
    const object = asObject(value)
    return object ? Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1))) : value
  }
  try {
    return `json ${JSON.stringify(given, sorted)}`
  } catch {
    // Nested deeper than a replacer can follow.
    return `json ${JSON.stringify(given)}`
  }
}

function clip(text: string): string {
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text
}
