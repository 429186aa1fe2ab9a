import { bookingFields, totalsFields } from '@/lib/interface/fields/booking-fields'
import type { Field, FieldTable } from '@/lib/interface/fields/fields'
import { vehicleSearchObjectFields } from '@/lib/interface/fields/search-fields'
import { vehicleFields } from '@/lib/interface/fields/vehicle-fields'
import type { ObservedGapName } from '@/lib/interface/gaps'
import { readPosition } from '@/lib/interface/position'
import { fieldsOf, type JsonObject } from '@/lib/interface/resources'
import { timePattern } from '@/lib/interface/times'
import { type Unwrapped, unwrap } from '@/lib/interface/unwrap'
import { asObject, readNumber } from '@/lib/interface/values'
import { fieldName, formOfJson, typeOf } from './forms'
import type { GapRecorder } from './observed-gaps'

/** Reads values of one gap in a record: words of the service, or forms in our own words. */
interface Rule {
  readonly gap: ObservedGapName
  readonly kind: 'word' | 'form'
  readonly read: (record: JsonObject) => string | readonly string[] | null
}

const typeRule: Rule = {
  gap: 'vehicle_type',
  kind: 'word',
  read: ({ type }) => textOf(type),
}

const functionRule: Rule = {
  gap: 'vehicle_function',
  kind: 'word',
  read: ({ functions }) => functionKeys(functions),
}

export const rowRules: readonly Rule[] = [
  typeRule,
  functionRule,
  { gap: 'vehicle_status', kind: 'word', read: ({ status }) => textOf(status) },
  { gap: 'functions_form', kind: 'form', read: ({ functions }) => formOfFunctions(functions) },
  { gap: 'position_form', kind: 'form', read: ({ position }) => formOfPosition(position) },
  { gap: 'number_form', kind: 'form', read: numberForms(vehicleSearchObjectFields) },
  { gap: 'mtime_form', kind: 'form', read: ({ mtime }) => formOfTime(mtime) },
  { gap: 'price_form', kind: 'form', read: amountForms(['price_per_km']) },
  { gap: 'empty_field', kind: 'form', read: emptyFields(vehicleSearchObjectFields) },
]

const priceNames = namesOf(vehicleFields, ({ currency }) => currency !== undefined)

const vehicleRules: readonly Rule[] = [
  typeRule,
  functionRule,
  { gap: 'empty_field', kind: 'form', read: emptyFields(vehicleFields) },
  { gap: 'number_form', kind: 'form', read: numberForms(vehicleFields) },
  { gap: 'price_form', kind: 'form', read: amountForms(priceNames) },
]

const totalNames = namesOf(totalsFields, ({ type }) => type === 'number')
const formsOfTotals = amountForms(totalNames, 'totals.')

export const bookingRules: readonly Rule[] = [
  { gap: 'booking_status', kind: 'word', read: ({ status }) => textOf(status) },
  {
    gap: 'booking_when',
    kind: 'word',
    read: ({ when }) => (formOfWhen(when) === null ? textOf(when) : null),
  },
  { gap: 'booking_when', kind: 'form', read: ({ when }) => formOfWhen(when) },
  { gap: 'empty_field', kind: 'form', read: emptyFields(bookingFields) },
  {
    gap: 'price_form',
    kind: 'form',
    read: ({ totals }) => formsOfTotals(asObject(totals) ?? {}),
  },
]

/**
 * Records what the rules read in the records. Thousands of rows repeat a few
 * values: counts them first.
 */
export function recordAll(
  rules: readonly Rule[],
  records: readonly unknown[],
  observed: GapRecorder,
): void {
  const counted = rules.map((rule) => ({ ...rule, counts: new Map<string, number>() }))
  for (const record of records) {
    if (typeof record !== 'object' || record === null) continue
    for (const { read, counts } of counted) {
      const values = read(record as JsonObject) ?? []
      for (const value of typeof values === 'string' ? [values] : values) {
        counts.set(value, (counts.get(value) ?? 0) + 1)
      }
    }
  }
  for (const { gap, kind, counts } of counted) {
    for (const [value, times] of counts) observed[kind](gap, value, times)
  }
}

interface RecordKind {
  readonly table: FieldTable
  readonly rules: readonly Rule[]
}

function recordKindOf(endpoint: string): RecordKind {
  if (endpoint.endsWith('/status')) return { table: vehicleSearchObjectFields, rules: rowRules }
  if (endpoint.startsWith('/bookings')) return { table: bookingFields, rules: bookingRules }
  return { table: vehicleFields, rules: vehicleRules }
}

/** Records the answer of an endpoint of a single record (§2.1, §2.2, §2.4). */
export function recordRecord(endpoint: string, answer: unknown, observed: GapRecorder): void {
  const { table, rules } = recordKindOf(endpoint)
  const unwrapped = unwrap(answer, table)
  if (unwrapped.isNothing) {
    observed.form('not_found', `${endpoint}: 200 ${formOfJson(answer)}`)
    return
  }
  observed.form('wrapper', `${endpoint}: ${formOfWrapper(unwrapped, answer)}`)
  if (unwrapped.record) recordAll(rules, [unwrapped.record], observed)
}

// Bounds the members named beside a record.
const MOST_NAMED = 5

/** `bare`, `in vehicle`, `in data, in vehicle, beside meta`. */
function formOfWrapper(unwrapped: Unwrapped, answer: unknown): string {
  const { record, wrappers, beside, isSeveral } = unwrapped
  if (isSeveral) return `several records in ${formOfJson(answer)}`
  if (record === null) return typeOf(answer)

  const wrapperNames = wrappers.map((name) => (name === '[]' ? 'array' : fieldName(name)))
  const form = wrapperNames.map((name) => `in ${name}`).join(', ') || 'bare'
  const names = Object.keys(beside).map(pathOfFieldNames)
  return names.length === 0 ? form : `${form}, beside ${names.slice(0, MOST_NAMED).join(', ')}`
}

/** A path of field names, else `…`. */
function pathOfFieldNames(path: string): string {
  const isOfFieldNames = path.split('.').every((name) => fieldName(name) === name)
  return isOfFieldNames ? path : '…'
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** The keys in a field that samples as a string and as an array (§2.1, §2.2). */
function functionKeys(functions: unknown): readonly string[] {
  if (Array.isArray(functions)) return functions.filter((key) => typeof key === 'string')
  if (typeof functions !== 'string') return []
  return functions.includes(',') ? functions.split(',').map((key) => key.trim()) : [functions]
}

function formOfFunctions(functions: unknown): string {
  if (typeof functions !== 'string' || functions === '') return typeOf(functions)
  return functions.includes(',') ? 'text, several keys' : 'text, one key'
}

function formOfTime(time: unknown): string {
  if (typeof time !== 'string') return typeOf(time)
  return timePattern(time) ?? 'another text'
}

// Bounds the number of distinct answers.
const MOST_DIGITS = 20

/** @returns null for a word */
function formOfWhen(when: unknown): string | null {
  if (typeof when !== 'string') return typeOf(when)
  if (!/^\d+$/.test(when)) return timePattern(when)
  return `text of ${Math.min(when.length, MOST_DIGITS)} digits`
}

function namesOf(table: FieldTable, isWanted: (field: Field) => boolean): string[] {
  const wanted = fieldsOf(table).filter(([, field]) => isWanted(field))
  return wanted.map(([name]) => name)
}

type FormsOf = (record: JsonObject) => readonly string[]

/** Whether amounts have decimals: in minor units they never would (§2.6). */
function amountForms(names: readonly string[], path = ''): FormsOf {
  return (record) => {
    const forms: string[] = []
    for (const name of names) {
      const amount = readNumber(record[name])
      if (amount === null) continue
      const form = Number.isInteger(amount.value) ? 'whole number' : 'with decimals'
      forms.push(`${path}${name}: ${form}`)
    }
    return forms
  }
}

/** How the numbers and ids of a record are written, as `year: number in a text`. */
function numberForms(table: FieldTable): FormsOf {
  const names = namesOf(table, ({ type, isIdentifier }) => type === 'number' || !!isIdentifier)
  return (record) => {
    const given = names.filter((name) => record[name] !== undefined && record[name] !== null)
    return given.map((name) => `${name}: ${formOfNumber(table[name] as Field, record[name])}`)
  }
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
function emptyFields(table: FieldTable): FormsOf {
  const fields = fieldsOf(table)
    .filter(([name, { nullable }]) => name !== 'id' && !nullable)
    .map(([name, { section }]) => ({ name, label: `${name} (§${section})` }))
  return (record) => {
    const forms: string[] = []
    for (const { name, label } of fields) {
      if (record[name] === undefined) forms.push(`${label}: absent`)
      if (record[name] === null) forms.push(`${label}: null`)
    }
    return forms
  }
}
