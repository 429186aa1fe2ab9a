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
  {
    gap: 'vehicle_status',
    kind: 'word',
    read: ({ status }) => textOf(status),
  },
  {
    gap: 'functions_form',
    kind: 'form',
    read: ({ functions }) => formOfFunctions(functions),
  },
  {
    gap: 'position_form',
    kind: 'form',
    read: ({ position }) => formOfPosition(position),
  },
  {
    gap: 'number_form',
    kind: 'form',
    read: numberForms(vehicleSearchObjectFields),
  },
  {
    gap: 'mtime_form',
    kind: 'form',
    read: ({ mtime }) => formOfTime(mtime),
  },
  {
    gap: 'price_form',
    kind: 'form',
    read: amountForms(['price_per_km']),
  },
  {
    gap: 'empty_field',
    kind: 'form',
    read: emptyFields(vehicleSearchObjectFields),
  },
]

const priceNames = namesOf(vehicleFields, ({ currency }) => currency !== undefined)

const vehicleRules: readonly Rule[] = [
  typeRule,
  functionRule,
  {
    gap: 'empty_field',
    kind: 'form',
    read: emptyFields(vehicleFields),
  },
  {
    gap: 'number_form',
    kind: 'form',
    read: numberForms(vehicleFields),
  },
  {
    gap: 'price_form',
    kind: 'form',
    read: amountForms(priceNames),
  },
]

const totalNames = namesOf(totalsFields, ({ type }) => type === 'number')
const formsOfTotals = amountForms(totalNames, 'totals.')

export const bookingRules: readonly Rule[] = [
  {
    gap: 'booking_status',
    kind: 'word',
    read: ({ status }) => textOf(status),
  },
  {
    gap: 'booking_when',
    kind: 'word',
    read: ({ when }) => (formOfWhen(when) === null ? textOf(when) : null),
  },
  {
    gap: 'booking_when',
    kind: 'form',
    read: ({ when }) => formOfWhen(when),
  },
  {
    gap: 'empty_field',
    kind: 'form',
    read: emptyFields(bookingFields),
  },
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
  const counted = rules.map((rule) => ({ rule, counts: new Map<string, number>() }))
  for (const record of records) {
    if (typeof record !== 'object' || record === null) continue
    for (const { rule, counts } of counted) {
      for (const value of valuesOf(rule, record as JsonObject)) {
        const times = counts.get(value) ?? 0
        counts.set(value, times + 1)
      }
    }
  }
  for (const { rule, counts } of counted) {
    for (const [value, times] of counts) {
      observed[rule.kind](rule.gap, value, times)
    }
  }
}

function valuesOf(rule: Rule, record: JsonObject): readonly string[] {
  const values = rule.read(record)
  if (values === null) return []
  return typeof values === 'string' ? [values] : values
}

interface RecordKind {
  readonly table: FieldTable
  readonly rules: readonly Rule[]
}

const SEARCH_OBJECT: RecordKind = { table: vehicleSearchObjectFields, rules: rowRules }
const BOOKING: RecordKind = { table: bookingFields, rules: bookingRules }
const VEHICLE: RecordKind = { table: vehicleFields, rules: vehicleRules }

function recordKindOf(endpoint: string): RecordKind {
  if (endpoint.endsWith('/status')) return SEARCH_OBJECT
  if (endpoint.startsWith('/bookings')) return BOOKING
  return VEHICLE
}

/** Records the answer of an endpoint of a single record (§2.1, §2.2, §2.4). */
export function recordRecord(endpoint: string, answer: unknown, observed: GapRecorder): void {
  const { table, rules } = recordKindOf(endpoint)
  const unwrapped = unwrap(answer, table)
  if (unwrapped.isNothing) {
    const form = formOfJson(answer)
    observed.form('not_found', `${endpoint}: 200 ${form}`)
    return
  }
  const wrapper = formOfWrapper(unwrapped, answer)
  observed.form('wrapper', `${endpoint}: ${wrapper}`)
  if (unwrapped.record) recordAll(rules, [unwrapped.record], observed)
}

// Bounds the members named beside a record.
const MOST_NAMED = 5

/** `bare`, `in vehicle`, `in data, in vehicle, beside meta`. */
function formOfWrapper(unwrapped: Unwrapped, answer: unknown): string {
  const { record, wrappers, beside, isSeveral } = unwrapped
  if (isSeveral) return `several records in ${formOfJson(answer)}`
  if (record === null) return typeOf(answer)

  const around = wrappers.map(formOfStep)
  const form = around.length === 0 ? 'bare' : around.join(', ')
  const paths = Object.keys(beside)
  if (paths.length === 0) return form
  const named = paths.slice(0, MOST_NAMED).map(pathOfFieldNames)
  return `${form}, beside ${named.join(', ')}`
}

function formOfStep(wrapper: string): string {
  const name = wrapper === '[]' ? 'array' : fieldName(wrapper)
  return `in ${name}`
}

/** A path of field names, else `…`. */
function pathOfFieldNames(path: string): string {
  const names = path.split('.')
  const areFieldNames = names.every((name) => fieldName(name) === name)
  return areFieldNames ? path : '…'
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** The keys in a field that samples as a string and as an array (§2.1, §2.2). */
function functionKeys(functions: unknown): readonly string[] {
  if (Array.isArray(functions)) {
    return functions.filter((key) => typeof key === 'string')
  }
  if (typeof functions !== 'string') return []
  if (!functions.includes(',')) return [functions]
  const keys = functions.split(',')
  return keys.map((key) => key.trim())
}

function formOfFunctions(functions: unknown): string {
  if (typeof functions !== 'string') return typeOf(functions)
  if (functions === '') return typeOf(functions)
  const hasSeveral = functions.includes(',')
  return hasSeveral ? 'text, several keys' : 'text, one key'
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
  const isNumber = /^\d+$/.test(when)
  if (!isNumber) return timePattern(when)
  const digits = Math.min(when.length, MOST_DIGITS)
  return `text of ${digits} digits`
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
  const names = namesOf(table, isNumberOrId)
  return (record) => {
    const forms: string[] = []
    for (const name of names) {
      const value = record[name]
      if (value === undefined || value === null) continue
      const form = formOfNumber(table[name] as Field, value)
      forms.push(`${name}: ${form}`)
    }
    return forms
  }
}

function isNumberOrId(field: Field): boolean {
  return isNumber(field) || field.isIdentifier === true
}

function formOfNumber(field: Field, value: unknown): string {
  if (!isNumber(field)) return typeOf(value)
  const isText = readNumber(value)?.form === 'text'
  return isText ? 'number in a text' : typeOf(value)
}

function isNumber({ type }: Field): boolean {
  return type === 'number' || type === 'integer'
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
  const required = namesOf(table, ({ nullable }) => !nullable)
  const names = required.filter((name) => name !== 'id')
  return (record) => {
    const forms: string[] = []
    for (const name of names) {
      const value = record[name]
      if (value !== undefined && value !== null) continue
      const { section } = table[name] as Field
      const state = value === null ? 'null' : 'absent'
      forms.push(`${name} (§${section}): ${state}`)
    }
    return forms
  }
}
