import { bookingFields, totalsFields } from '@/lib/interface/fields/booking-fields'
import type { Field, FieldTable } from '@/lib/interface/fields/fields'
import { vehicleSearchObjectFields } from '@/lib/interface/fields/search-fields'
import { vehicleFields } from '@/lib/interface/fields/vehicle-fields'
import type { ObservedGapName } from '@/lib/interface/gaps'
import { readPosition } from '@/lib/interface/position'
import { fieldsOf, type JsonObject } from '@/lib/interface/resources'
import { timePattern } from '@/lib/interface/times'
import { unwrap } from '@/lib/interface/unwrap'
import { asObject, readNumber } from '@/lib/interface/values'
import { fieldName, formOfJson, typeOf } from './forms'
import type { ObservedGaps } from './observed-gaps'

/** Words of the service, or forms in our own words, that a record has in a gap; null for none. */
type Rule = readonly [
  gap: ObservedGapName,
  kind: 'word' | 'form',
  read: (record: JsonObject) => string | readonly string[] | null,
]

const TYPE: Rule = ['vehicle_type', 'word', ({ type }) => textOf(type)]
const FUNCTIONS: Rule = ['vehicle_function', 'word', ({ functions }) => functionKeys(functions)]

export const ofRow: readonly Rule[] = [
  TYPE,
  FUNCTIONS,
  ['vehicle_status', 'word', ({ status }) => textOf(status)],
  [
    'functions_form',
    'form',
    ({ functions }) => {
      if (typeof functions !== 'string' || functions === '') return typeOf(functions)
      return functions.includes(',') ? 'text, several keys' : 'text, one key'
    },
  ],
  ['position_form', 'form', ({ position }) => formOfPosition(position)],
  ['number_form', 'form', numbersOf(vehicleSearchObjectFields)],
  [
    'mtime_form',
    'form',
    ({ mtime }) =>
      typeof mtime === 'string' ? (timePattern(mtime) ?? 'another text') : typeOf(mtime),
  ],
  ['price_form', 'form', amountsIn(['price_per_km'])],
  ['empty_field', 'form', emptyFields(vehicleSearchObjectFields)],
]

const ofVehicle: readonly Rule[] = [
  TYPE,
  FUNCTIONS,
  ['empty_field', 'form', emptyFields(vehicleFields)],
  ['number_form', 'form', numbersOf(vehicleFields)],
  [
    'price_form',
    'form',
    amountsIn(namesOf(vehicleFields, ({ currency }) => currency !== undefined)),
  ],
]

const amountsInTotals = amountsIn(
  namesOf(totalsFields, ({ type }) => type === 'number'),
  'totals.',
)

export const ofBooking: readonly Rule[] = [
  ['booking_status', 'word', ({ status }) => textOf(status)],
  ['booking_when', 'word', ({ when }) => (formOfWhen(when) === null ? textOf(when) : null)],
  ['booking_when', 'form', ({ when }) => formOfWhen(when)],
  ['empty_field', 'form', emptyFields(bookingFields)],
  ['price_form', 'form', ({ totals }) => amountsInTotals(asObject(totals) ?? {})],
]

/**
 * Records what the rules read in the records. Thousands of rows repeat a few
 * values: counts them first.
 */
export function recordAll(
  rules: readonly Rule[],
  records: readonly unknown[],
  observed: ObservedGaps,
): void {
  const counts = rules.map(() => new Map<string, number>())
  for (const record of records) {
    if (typeof record !== 'object' || record === null) continue
    for (const [at, [, , read]] of rules.entries()) {
      const values = read(record as JsonObject)
      const count = counts[at] as Map<string, number>
      for (const value of typeof values === 'string' ? [values] : (values ?? []))
        count.set(value, (count.get(value) ?? 0) + 1)
    }
  }
  for (const [at, [gap, kind]] of rules.entries())
    for (const [value, times] of counts[at] ?? []) observed[kind](gap, value, times)
}

// Of what stands beside a record.
const MOST_NAMED = 5

/** Records the answer of an endpoint of a single record (§2.1, §2.2, §2.4). */
export function recordRecord(endpoint: string, answer: unknown, observed: ObservedGaps): void {
  const [table, rules] = endpoint.endsWith('/status')
    ? [vehicleSearchObjectFields, ofRow]
    : endpoint.startsWith('/bookings')
      ? [bookingFields, ofBooking]
      : [vehicleFields, ofVehicle]
  const { record, wrappers, beside, isNothing, isSeveral } = unwrap(answer, table)
  if (isNothing) return void observed.form('not_found', `${endpoint}: 200 ${formOfJson(answer)}`)
  if (isSeveral)
    return void observed.form('wrapper', `${endpoint}: several records in ${formOfJson(answer)}`)
  if (record === null) return void observed.form('wrapper', `${endpoint}: ${typeOf(answer)}`)
  const isFieldName = (name: string) => fieldName(name) === name
  const names = Object.keys(beside).map((path) => (path.split('.').every(isFieldName) ? path : '…'))
  const others = names.length === 0 ? '' : `, beside ${names.slice(0, MOST_NAMED).join(', ')}`
  // `bare`, `in vehicle`, `in data, in vehicle`.
  const within = wrappers.map((name) => `in ${name === '[]' ? 'array' : fieldName(name)}`)
  observed.form('wrapper', `${endpoint}: ${within.join(', ') || 'bare'}${others}`)
  recordAll(rules, [record], observed)
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : null)

/** The keys in a field that samples as a string and as an array (§2.1, §2.2). */
function functionKeys(functions: unknown): readonly string[] {
  if (typeof functions === 'string')
    return functions.includes(',') ? functions.split(',').map((key) => key.trim()) : [functions]
  return Array.isArray(functions) ? functions.filter((key) => typeof key === 'string') : []
}

/** @returns null for a word */
function formOfWhen(when: unknown): string | null {
  if (typeof when !== 'string') return typeOf(when)
  return /^\d+$/.test(when) ? `text of ${Math.min(when.length, 20)} digits` : timePattern(when)
}

function namesOf(table: FieldTable, isWanted: (field: FieldTable[string]) => boolean): string[] {
  return fieldsOf(table).flatMap(([name, field]) => (isWanted(field) ? [name] : []))
}

/** Whether amounts have decimals: in minor units they never would (§2.6). */
function amountsIn(names: readonly string[], path = ''): (record: JsonObject) => readonly string[] {
  return (record) =>
    names
      .map((name) => ({ name, number: readNumber(record[name]) }))
      .filter(({ number }) => number !== null)
      .map(({ name, number }) => {
        const form = Number.isInteger(number?.value) ? 'whole number' : 'with decimals'
        return `${path}${name}: ${form}`
      })
}

/** How the numbers and ids of a record are written, as `year: number in a text`. */
function numbersOf(table: FieldTable): (record: JsonObject) => readonly string[] {
  const names = namesOf(table, ({ type, isIdentifier }) => type === 'number' || !!isIdentifier)
  return (record) =>
    names
      .filter((name) => record[name] !== undefined && record[name] !== null)
      .map((name) => `${name}: ${formOfNumber(table[name] as Field, record[name])}`)
}

function formOfNumber({ type }: Field, value: unknown): string {
  const isDecimal = type === 'number' && readNumber(value)?.form === 'text'
  return isDecimal ? 'number in a text' : typeOf(value)
}

function formOfPosition(position: unknown): string {
  const form = readPosition(position)?.form
  if (form === 'geojson') return 'GeoJSON point'
  if (form === 'other-names') return 'object with other names'
  if (form !== 'text') return typeOf(position)
  return typeof position === 'string' ? 'text of two numbers' : 'object with texts'
}

/** Fields without a value that may be optional (§2.6), as `year (§2.2): absent`. */
function emptyFields(table: FieldTable): (record: JsonObject) => readonly string[] {
  const fields = fieldsOf(table)
    .filter(([name, { nullable }]) => name !== 'id' && !nullable)
    .map(([name, { section }]) => ({ name, label: `${name} (§${section})` }))
  return (record) =>
    fields
      .filter(({ name }) => record[name] === undefined || record[name] === null)
      .map(({ name, label }) => `${label}: ${record[name] === null ? 'null' : 'absent'}`)
}
