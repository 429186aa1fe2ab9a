import { totalsFields } from '@/lib/interface/fields/booking-fields'
import type { Field, FieldTable, FieldType } from '@/lib/interface/fields/fields'
import { positionFields } from '@/lib/interface/fields/search-fields'
import { readPosition } from '@/lib/interface/position'
import { readingOf } from '@/lib/interface/readers'
import { fieldsOf } from '@/lib/interface/resources'
import { parseTime, type TimeFormat } from '@/lib/interface/times'
import { asObject, ownValue } from '@/lib/interface/values'

export interface FieldState {
  /** The path of a member: `totals.net`. */
  readonly name: string
  readonly field: Field
  readonly state: 'present' | 'missing' | 'null' | 'other-type'
  /** Format of a readable time. */
  readonly time: TimeFormat | null
}

/**
 * The state of every field, in the table's order; members of totals and
 * positions follow their field.
 */
export function fieldStates(table: FieldTable, record: unknown, prefix = ''): FieldState[] {
  const object = asObject(record) ?? {}
  const states: FieldState[] = []
  for (const [name, field] of fieldsOf(table)) {
    const value = ownValue(object, name)
    const path = prefix + name
    states.push({
      name: path,
      field,
      state: stateOf(field, value),
      time: timeFormatOf(field, value),
    })
    const members = asObject(value) && innerTables[field.type]
    if (members) states.push(...fieldStates(members, value, `${path}.`))
  }
  return states
}

function timeFormatOf(field: Field, value: unknown): TimeFormat | null {
  if (field.type !== 'datetime') return null
  if (typeof value !== 'string') return null
  return parseTime(value)?.format ?? null
}

/** Tables of the members of fields that are objects. */
export const innerTables: Partial<Record<FieldType, FieldTable>> = {
  position: positionFields,
  totals: totalsFields,
}

function stateOf(field: Field, value: unknown): FieldState['state'] {
  if (value === undefined) return 'missing'
  // Null is a value where the interface gives it a meaning.
  if (value === null) return field.nullable ? 'present' : 'null'
  return fitOf(field, value) === 'other-type' ? 'other-type' : 'present'
}

export function unknownNames(table: FieldTable, record: unknown): string[] {
  const names = Object.keys(asObject(record) ?? {})
  return names.filter((name) => !Object.hasOwn(table, name))
}

/**
 * `sampled`: another form that the interface samples; `other-form`: one that it has not,
 * which is read and marked.
 */
export type Fit = 'fits' | 'sampled' | 'other-form' | 'other-type'

/** Whether a value has its field's type; members of objects are checked on their own. */
export function fitOf(field: Field, value: unknown): Fit {
  if (field.type === 'strings') return listFit(field, value)
  if (isOfType[field.type](value)) return 'fits'
  const isReadable = readingOf(field, value) !== null
  return isReadable ? 'other-form' : 'other-type'
}

function isText(value: unknown): boolean {
  return typeof value === 'string'
}

// JSON's `1e999` is Infinity, which no field can hold.
function isNumber(value: unknown): boolean {
  return Number.isFinite(value)
}

function isWholeNumber(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0
}

function isObject(value: unknown): boolean {
  return asObject(value) !== null
}

// Degrees as texts are members of their own.
function isGeoObject(value: unknown): boolean {
  if (!isObject(value)) return false
  const form = readPosition(value)?.form
  return form !== 'geojson' && form !== 'other-names'
}

const isOfType: Record<Exclude<FieldType, 'strings'>, (value: unknown) => boolean> = {
  string: isText,
  datetime: isText,
  number: isNumber,
  integer: isWholeNumber,
  position: isGeoObject,
  webhooks: isObject,
  totals: isObject,
  vehicles: Array.isArray,
}

// §2.2 samples a string, §2.1 states an array: both accept either.
function listFit({ single }: Field, value: unknown): Fit {
  if (isText(value)) return single ? 'fits' : 'sampled'
  const isListOfTexts = Array.isArray(value) && value.every(isText)
  if (!isListOfTexts) return 'other-type'
  return single ? 'sampled' : 'fits'
}
