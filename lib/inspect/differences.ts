import type { ChangeSide, FieldChange } from '@/lib/api/contract/watch-list'
import { clip } from '@/lib/interface/clip'
import { totalsFields } from '@/lib/interface/fields/booking-fields'
import type { Field, FieldTable } from '@/lib/interface/fields/fields'
import { readingOf } from '@/lib/interface/readers'
import { fieldsOf, type JsonObject } from '@/lib/interface/resources'
import { parseTime } from '@/lib/interface/times'
import { asObject, ownValue } from '@/lib/interface/values'

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
  const changes: FieldChange[] = []
  for (const name of [...fieldsOf(table).map(([known]) => known), ...unknown]) {
    if (except.has(name)) continue
    const compared: Compared = {
      path: name,
      field: Object.hasOwn(table, name) ? table[name] : undefined,
      old: ownValue(before, name),
      now: ownValue(after, name),
    }
    const { field } = compared
    const hasMembers = field?.type === 'webhooks' || field?.type === 'totals'
    if (hasMembers) changes.push(...memberChanges(field, compared))
    else changes.push(...changesOf(compared, field?.label ?? name))
  }
  return changes
}

/** Two values of a field. */
interface Compared {
  readonly path: string
  /** Undefined for a field that the interface does not name. */
  readonly field: Field | undefined
  readonly old: unknown
  readonly now: unknown
}

/** Each member is a field of its own; an object without any is the same as none. */
function memberChanges(field: Field, compared: Compared): FieldChange[] {
  const before = objectOrEmpty(compared.old)
  const after = objectOrEmpty(compared.now)
  if (!before || !after) return changesOf(compared, field.label)

  const changes: FieldChange[] = []
  for (const member of namesOf(before, after)) {
    const inner: Compared = {
      path: `${compared.path}.${member}`,
      field: memberField(field, member),
      old: ownValue(before, member),
      now: ownValue(after, member),
    }
    const isTotal = field.type === 'totals'
    const label = isTotal ? `${field.label}, ${inner.field?.label ?? member}` : member
    changes.push(...changesOf(inner, label))
  }
  return changes
}

function memberField(field: Field, member: string): Field | undefined {
  if (field.type === 'webhooks') return { ...field, type: 'string' }
  const total = ownValue(totalsFields, member) as Field | undefined
  return total && { ...total, group: field.group, section: field.section }
}

/** @returns null for a value of another type */
function objectOrEmpty(value: unknown): JsonObject | null {
  return value === undefined || value === null ? {} : asObject(value)
}

/** @returns one change, or none */
function changesOf({ path, field, old, now }: Compared, label: string): FieldChange[] {
  if (formOf(field, old) === formOf(field, now)) return []
  const change: FieldChange = {
    path: clip(path, LONGEST_NAME),
    label: clip(label, LONGEST_NAME),
    group: field?.group ?? null,
    section: field?.section ?? null,
    old: sideOf(field, old),
    new: sideOf(field, now),
  }
  return [change]
}

function namesOf(before: JsonObject, after: JsonObject): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names]
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
function formOf(field: Field | undefined, value: unknown): string {
  if (value === undefined || value === null) return sideOf(field, value).is
  switch (field?.type) {
    case 'string': {
      // A number written without quotes is the same text.
      const isText = typeof value === 'string' || isNumber(value)
      return isText ? `text ${value}` : jsonForm(value)
    }
    case 'datetime': {
      const time = typeof value === 'string' ? parseTime(value) : null
      return time ? `time ${time.epochMs}` : jsonForm(value)
    }
    case 'number':
    case 'integer': {
      const isNumberText = typeof value === 'string' && JSON_NUMBER.test(value)
      const number = isNumberText ? Number(value) : value
      return isNumber(number) ? `number ${number}` : jsonForm(value)
    }
    case 'strings': {
      const keys = keysOf(value)
      return keys ? `keys ${JSON.stringify([...new Set(keys)].sort())}` : jsonForm(value)
    }
    default:
      return jsonForm(value)
  }
}

/** A value as it is kept and shown. */
function sideOf(field: Field | undefined, raw: unknown): ChangeSide {
  if (raw === undefined) return { is: 'absent' }
  if (raw === null) return { is: field?.nullable ? 'none' : 'absent' }
  const value = readValue(field, raw)
  if (value !== null) return { is: 'value', value }
  return { is: 'json', json: clip(JSON.stringify(raw), LONGEST_TEXT) }
}

/** @returns null for another type than specified */
function readValue(
  field: Field | undefined,
  raw: unknown,
): string | number | readonly string[] | null {
  switch (field?.type) {
    case 'string':
    case 'datetime': {
      const text = readingOf(field, raw)?.value
      return typeof text === 'string' ? clip(text, LONGEST_TEXT) : null
    }
    case 'number':
    case 'integer': {
      const number = readingOf(field, raw)?.value
      return typeof number === 'number' ? number : null
    }
    case 'strings': {
      const keys = keysOf(raw)
      return keys?.slice(0, MOST_KEYS).map((key) => clip(key, LONGEST_TEXT)) ?? null
    }
    default:
      return null
  }
}

/** §2.2 samples a string, §2.1 an array. */
function keysOf(value: unknown): string[] | null {
  const keys = typeof value === 'string' ? value.split(',') : value
  if (!Array.isArray(keys) || !keys.every((key) => typeof key === 'string')) return null
  return keys.map((key) => key.trim()).filter((key) => key !== '')
}

function isNumber(value: unknown): value is number {
  return Number.isFinite(value)
}

function jsonForm(value: unknown): string {
  try {
    return `json ${JSON.stringify(value, withSortedKeys)}`
  } catch {
    // Nested deeper than a replacer can follow.
    return `json ${JSON.stringify(value)}`
  }
}

function withSortedKeys(_name: string, value: unknown): unknown {
  const object = asObject(value)
  if (!object) return value
  const members = Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(members)
}
