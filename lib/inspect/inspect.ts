import { bookingFields, totalsFields } from '@/lib/interface/fields/booking-fields'
import { typeInWords } from '@/lib/interface/fields/field-words'
import type { Field, FieldTable } from '@/lib/interface/fields/fields'
import { vehicleSearchObjectFields } from '@/lib/interface/fields/search-fields'
import { vehicleFields } from '@/lib/interface/fields/vehicle-fields'
import { fieldsOf, type JsonObject, type Totals } from '@/lib/interface/resources'
import { parseTime } from '@/lib/interface/times'
import { asObject, ownValue, readNumber } from '@/lib/interface/values'
import { fitOf, innerTables } from './fields'
import { type Finding, inWords } from './finding'

/** A difference in a value of a field; of several the first is found. */
interface Rule extends Pick<Finding, 'severity' | 'kind'> {
  readonly finds: (value: unknown, name: string, field: Field) => boolean
  readonly expected: (field: Field, name: string) => string
}

// A record needs its id and a position its degrees; which other fields are
// required is not shown (§2.6).
const isRequired = (name: string, { section }: Field) => name === 'id' || section === '2.3'
// Source: interface §2.1, price_per_km_currency
const CURRENCY = /^[A-Z]{3}$/
const LARGEST_DEGREES: Readonly<Record<string, number>> = { lat: 90, lng: 180 }

const rules: readonly Rule[] = [
  {
    ...{ severity: 'error', kind: 'missing', expected: typeInWords },
    finds: (value, name, field) => value === undefined && isRequired(name, field),
  },
  {
    ...{ severity: 'error', kind: 'null', expected: typeInWords },
    finds: (value, name, field) => value === null && isRequired(name, field),
  },
  {
    ...{ severity: 'error', kind: 'position-range' },
    expected: (_field, name) => `degrees, -${LARGEST_DEGREES[name]} to ${LARGEST_DEGREES[name]}`,
    finds: (value, name, { section }) =>
      section === '2.3' && Math.abs(readNumber(value)?.value ?? 0) > (LARGEST_DEGREES[name] ?? 0),
  },
  {
    ...{ severity: 'note', kind: 'other-type', expected: typeInWords },
    finds: (value, _name, field) => isGiven(value) && fitOf(field, value) === 'sampled',
  },
  {
    ...{ severity: 'warning', kind: 'other-type', expected: typeInWords },
    finds: (value, _name, field) => isGiven(value) && fitOf(field, value) === 'other-form',
  },
  {
    ...{ severity: 'error', kind: 'other-type', expected: typeInWords },
    finds: (value, _name, field) => isGiven(value) && fitOf(field, value) === 'other-type',
  },
  {
    ...{ severity: 'error', kind: 'missing', expected: () => 'an identifier' },
    finds: (value, name) => name === 'id' && value === '',
  },
  {
    ...{ severity: 'warning', kind: 'currency-code', expected: () => 'three capital letters' },
    finds: (value, _name, { isCurrency }) =>
      isCurrency === true && isGiven(value) && !CURRENCY.test(value as string),
  },
  {
    ...{ severity: 'warning', kind: 'unreadable-time' },
    expected: ({ example }) => `a time such as ${String(example)}`,
    finds: (value, _name, { type }) =>
      type === 'datetime' && isGiven(value) && parseTime(value as string) === null,
  },
]

const isGiven = (value: unknown) => value !== undefined && value !== null
/** An empty text counts as absent. */
const isAbsent = (value: unknown) => !isGiven(value) || value === ''

/** A webhook of any name. */
const webhook: Field = { type: 'string', label: '', meaning: '', example: '', section: '' }

// Bounds the list for a hostile record.
const MOST_UNKNOWN = 100

/** Compares a record with its table. @param section of the table, for findings without a field */
function* inspectTable(
  table: FieldTable,
  section: string,
  record: unknown,
  prefix = '',
): Generator<Finding> {
  const object = asObject(record)
  if (object === null) {
    const [path, expected] = [prefix.slice(0, -1), 'an object']
    return yield {
      severity: 'error',
      kind: 'other-type',
      path,
      found: inWords(record),
      expected,
      section,
    }
  }
  for (const [name, field] of linesOf(table)) {
    const value = ownValue(object, name)
    const path = prefix + name
    const rule = rules.find(({ finds }) => finds(value, name, field))
    if (rule) {
      const { severity, kind } = rule
      const [found, expected] = [inWords(value), rule.expected(field, name)]
      yield { severity, kind, path, found, expected, section: field.section }
      continue
    }
    const inner = innerTables[field.type]
    const members = isGiven(value) ? asObject(value) : null
    if (members && inner)
      yield* inspectTable(inner, Object.values(inner)[0]?.section ?? section, members, `${path}.`)
    else if (members && field.type === 'webhooks')
      for (const [name, url] of Object.entries(members).slice(0, MOST_UNKNOWN))
        if (fitOf(webhook, url) !== 'fits')
          yield {
            ...{ severity: 'error', kind: 'other-type', path: `${path}.${name}` },
            ...{ found: inWords(url), expected: 'a URL', section: field.section },
          }
  }
  let unknown = 0
  for (const name in object) {
    if (Object.hasOwn(table, name) || !Object.hasOwn(object, name)) continue
    unknown += 1
    if (unknown > MOST_UNKNOWN) break
    const [path, found] = [prefix + name, inWords(object[name])]
    yield {
      severity: 'note',
      kind: 'unknown',
      path,
      found,
      expected: 'no field of this name',
      section,
    }
  }
}

// Computed once for each table, not for each record.
const lines = new WeakMap<FieldTable, [string, Field][]>()

function linesOf(table: FieldTable): [string, Field][] {
  const made = lines.get(table) ?? fieldsOf(table)
  lines.set(table, made)
  return made
}

/**
 * Compares a Vehicle with the interface (§2.1), in the order of the table.
 * @param record as received; any value
 */
export function inspectVehicle(record: unknown): Finding[] {
  return [
    ...inspectTable(vehicleFields, '2.1', record),
    ...pricesWithoutCurrency(asObject(record) ?? {}),
  ]
}

function pricesWithoutCurrency(vehicle: JsonObject): Finding[] {
  return fieldsOf(vehicleFields).flatMap(([path, { currency, section }]): Finding[] => {
    const amount = ownValue(vehicle, path)
    if (
      currency === undefined ||
      readNumber(amount) === null ||
      !isAbsent(ownValue(vehicle, currency))
    )
      return []
    const found = `${inWords(amount)} without ${currency}`
    const expected = `an amount in the currency of ${currency}`
    return [{ severity: 'warning', kind: 'price-without-currency', path, found, expected, section }]
  })
}

/**
 * Compares a Vehicle search object with the interface (§2.2, §2.3).
 * @param record as received; any value
 */
export function inspectSearchObject(record: unknown): Finding[] {
  return [...inspectTable(vehicleSearchObjectFields, '2.2', record)]
}

/**
 * Compares a Booking with the interface (§2.4), and its totals with the
 * formulas that Kerbside assumes.
 */
export function inspectBooking(record: unknown): Finding[] {
  const totals = asObject(asObject(record)?.totals)
  return [...inspectTable(bookingFields, '2.4', record), ...(totals ? inspectTotals(totals) : [])]
}

function* inspectTotals(totals: JsonObject): Generator<Finding> {
  const { section } = bookingFields.totals
  const amounts = fieldsOf(totalsFields).filter(
    ([name, { type }]) => type === 'number' && readNumber(ownValue(totals, name)) !== null,
  )
  if (amounts.length > 0 && isAbsent(ownValue(totals, 'currency' satisfies keyof Totals)))
    yield {
      ...{ severity: 'warning', kind: 'price-without-currency', path: 'totals', section },
      found: `${amounts.map(([name]) => name).join(', ')} without currency`,
      expected: 'a currency with the amounts, as sampled',
    }
  // Only numbers are summed; the table reports other members.
  const numbers = Object.fromEntries(
    amounts.map(([name]) => [name, readNumber(ownValue(totals, name))?.value]),
  )
  for (const formula of totalsFormulas) {
    const { left, sign, right, result } = formula
    const check = checkFormula(numbers as unknown as Totals, formula)
    if (check.outcome === 'differs')
      yield {
        ...{ severity: 'warning', kind: 'totals-differ', path: `totals.${result}`, section },
        found: `${inWords(totals[result])}, which differs by ${check.by} from ${left} ${sign} ${right}`,
        expected: 'this sum, which Kerbside assumes: the specification has no formula',
      }
  }
}

export const recordKinds = {
  vehicle: { table: vehicleFields, inspect: inspectVehicle },
  'search-object': { table: vehicleSearchObjectFields, inspect: inspectSearchObject },
  booking: { table: bookingFields, inspect: inspectBooking },
} as const satisfies Record<string, { table: FieldTable; inspect: (record: unknown) => Finding[] }>

/** A sum to check totals with. The interface states no formula (§2.4): this one is assumed. */
export interface Formula {
  readonly left: keyof Totals
  readonly sign: '+' | '-'
  readonly right: keyof Totals
  readonly result: keyof Totals
}

export const totalsFormulas: readonly Formula[] = [
  { left: 'gross', sign: '-', right: 'discount', result: 'net' },
  { left: 'net', sign: '+', right: 'tax', result: 'total' },
]

/** `by` is the given value minus the computed one. */
export type Check =
  | { readonly outcome: 'agrees' }
  | { readonly outcome: 'differs'; readonly by: number }
  | { readonly outcome: 'unchecked'; readonly missing: readonly (keyof Totals)[] }

// Ignores floating-point errors: this is below any currency's smallest unit.
const IGNORED_DECIMALS = 6

export function checkFormula(totals: Totals, { left, sign, right, result }: Formula): Check {
  const missing = [left, right, result].filter((name) => !Number.isFinite(totals[name]))
  if (missing.length > 0) return { outcome: 'unchecked', missing }
  const [a, b, given] = [left, right, result].map((name) => totals[name]) as [
    number,
    number,
    number,
  ]
  const by = Number((given - (sign === '+' ? a + b : a - b)).toFixed(IGNORED_DECIMALS))
  return by === 0 ? { outcome: 'agrees' } : { outcome: 'differs', by }
}
