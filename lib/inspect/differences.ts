import type { ChangeSide, FieldChange } from '@/lib/api/contract/watch-list'
import { clip } from '@/lib/interface/clip'
import { totalsFields } from '@/lib/interface/fields/booking-fields'
import type { Field, FieldTable } from '@/lib/interface/fields/fields'
import { fieldsOf, type JsonObject } from '@/lib/interface/resources'
import { parseTime } from '@/lib/interface/times'
import { asObject, ownValue, readNumber } from '@/lib/interface/values'

/** Names that the interface does not give may be of any length. */
const LONGEST_NAME = 100

/**
 * Every field that differs between two records of a table, in the table's order; unknown ones last.
 */
export function differences(
  table: FieldTable,
  before: JsonObject,
  after: JsonObject,
  except: ReadonlySet<string>,
): FieldChange[] {
  const unknown = namesOf(before, after).filter((name) => !Object.hasOwn(table, name))
  return [...fieldsOf(table), ...unknown.map((name) => [name, undefined] as const)].flatMap(
    ([name, field]) => {
      if (except.has(name)) return []
      const [old, now] = [ownValue(before, name), ownValue(after, name)]
      if (field?.type === 'webhooks' || field?.type === 'totals')
        return ofMembers(name, field, old, now)
      return differenceOf({ path: name, label: field?.label ?? name }, field, old, now)
    },
  )
}

/** Each member is a field of its own; an object without any is the same as none. */
function ofMembers(name: string, field: Field, old: unknown, now: unknown): FieldChange[] {
  const [before, after] = [objectOf(old), objectOf(now)]
  if (!before || !after) return differenceOf({ path: name, label: field.label }, field, old, now)
  return namesOf(before, after).flatMap((member) => {
    const inner = memberOf(field, member)
    const label = field.type === 'totals' ? `${field.label}, ${inner?.label ?? member}` : member
    const [own, other] = [ownValue(before, member), ownValue(after, member)]
    return differenceOf({ path: `${name}.${member}`, label }, inner, own, other)
  })
}

function memberOf(field: Field, member: string): Field | undefined {
  const { group, section } = field
  if (field.type === 'webhooks') return { ...field, type: 'string' }
  const inner = ownValue(totalsFields, member) as Field | undefined
  return inner && { ...inner, group, section }
}

function objectOf(given: unknown): JsonObject | null {
  return given === undefined || given === null ? {} : asObject(given)
}

function differenceOf(
  named: Pick<FieldChange, 'path' | 'label'>,
  field: Field | undefined,
  old: unknown,
  now: unknown,
): FieldChange[] {
  if (formOf(field, old) === formOf(field, now)) return []
  const [path, label] = [named.path, named.label].map((name) => clip(name, LONGEST_NAME)) as [
    string,
    string,
  ]
  const sides: Record<'old' | 'new', ChangeSide> = {
    old: sideOf(field, old),
    new: sideOf(field, now),
  }
  return [{ path, label, group: field?.group ?? null, section: field?.section ?? null, ...sides }]
}

function namesOf(before: JsonObject, after: JsonObject): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
}

const LONGEST_TEXT = 500
const MOST_KEYS = 30
const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/

/**
 * A value as a text that is equal for equal values of a field, however they are written: `1.0` and
 * `"1"` of a number, an instant in another time zone, function keys as one string or in another
 * order, keys of an object in any order.
 * @param field undefined for one that the interface does not name
 */
function formOf(field: Field | undefined, given: unknown): string {
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
function sideOf(field: Field | undefined, given: unknown): ChangeSide {
  if (given === undefined) return { is: 'absent' }
  if (given === null) return { is: field?.nullable ? 'none' : 'absent' }
  const value = readValue(field, given)
  return value === null
    ? { is: 'json', json: clip(JSON.stringify(given), LONGEST_TEXT) }
    : { is: 'value', value }
}

/** @returns null for another type than specified */
function readValue(
  field: Field | undefined,
  given: unknown,
): string | number | readonly string[] | null {
  switch (field?.type) {
    case 'string':
    case 'datetime':
      return typeof given === 'string' ? clip(given, LONGEST_TEXT) : null
    case 'number':
    case 'integer':
      return readNumber(given)?.value ?? null
    case 'strings':
      return (
        keysOf(given)
          ?.slice(0, MOST_KEYS)
          .map((key) => clip(key, LONGEST_TEXT)) ?? null
      )
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
    return object
      ? Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value
  }
  try {
    return `json ${JSON.stringify(given, sorted)}`
  } catch {
    // Nested deeper than a replacer can follow.
    return `json ${JSON.stringify(given)}`
  }
}
