import { bookingFields, totalsFields } from '@/lib/interface/fields/booking-fields'
import { typeInWords } from '@/lib/interface/fields/field-words'
import type { Field, FieldTable } from '@/lib/interface/fields/fields'
import { vehicleSearchObjectFields } from '@/lib/interface/fields/search-fields'
import { vehicleFields } from '@/lib/interface/fields/vehicle-fields'
import { fieldsOf, type JsonObject, type Totals } from '@/lib/interface/resources'
import { parseTime } from '@/lib/interface/times'
import { asObject, ownValue, readNumber } from '@/lib/interface/values'
import { fitOf, innerTables } from './fields'
import { type Finding, type FindingKind, inWords, type Severity } from './finding'
import { checkFormula, totalsFormulas } from './totals'

/** A difference in a value of a field; of several the first is found. */
interface Rule {
  readonly severity: Severity
  readonly kind: FindingKind
  readonly finds: (value: unknown, name: string, field: Field) => boolean
  readonly expected: (field: Field, name: string) => string
}

// A record needs its id and a position its degrees; which other fields are
// required is not shown (§2.6).
function isRequired(name: string, { section }: Field): boolean {
  return name === 'id' || section === '2.3'
}

// Source: interface §2.1, price_per_km_currency
const CURRENCY = /^[A-Z]{3}$/
const LARGEST_DEGREES: Readonly<Record<string, number>> = { lat: 90, lng: 180 }

const rules: readonly Rule[] = [
  {
    severity: 'error',
    kind: 'missing',
    finds: (value, name, field) => value === undefined && isRequired(name, field),
    expected: typeInWords,
  },
  {
    severity: 'error',
    kind: 'null',
    finds: (value, name, field) => value === null && isRequired(name, field),
    expected: typeInWords,
  },
  {
    severity: 'error',
    kind: 'position-range',
    finds: (value, name, { section }) => {
      const degrees = readNumber(value)?.value ?? 0
      return section === '2.3' && Math.abs(degrees) > (LARGEST_DEGREES[name] ?? 0)
    },
    expected: (_field, name) => `degrees, -${LARGEST_DEGREES[name]} to ${LARGEST_DEGREES[name]}`,
  },
  {
    severity: 'note',
    kind: 'other-type',
    finds: (value, _name, field) => isGiven(value) && fitOf(field, value) === 'sampled',
    expected: typeInWords,
  },
  {
    severity: 'warning',
    kind: 'other-type',
    finds: (value, _name, field) => isGiven(value) && fitOf(field, value) === 'other-form',
    expected: typeInWords,
  },
  {
    severity: 'error',
    kind: 'other-type',
    finds: (value, _name, field) => isGiven(value) && fitOf(field, value) === 'other-type',
    expected: typeInWords,
  },
  {
    severity: 'error',
    kind: 'missing',
    finds: (value, name) => name === 'id' && value === '',
    expected: () => 'an identifier',
  },
  {
    severity: 'warning',
    kind: 'currency-code',
    finds: (value, _name, { isCurrency }) =>
      isCurrency === true && isGiven(value) && !CURRENCY.test(value as string),
    expected: () => 'three capital letters',
  },
  {
    severity: 'warning',
    kind: 'unreadable-time',
    finds: (value, _name, { type }) =>
      type === 'datetime' && isGiven(value) && parseTime(value as string) === null,
    expected: ({ example }) => `a time such as ${String(example)}`,
  },
]

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}

/** An empty text counts as absent. */
function isAbsent(value: unknown): boolean {
  return !isGiven(value) || value === ''
}

/** Compares a record with its table. @param section of the table, for findings without a field */
function* inspectTable(
  table: FieldTable,
  section: string,
  record: unknown,
  prefix = '',
): Generator<Finding> {
  const object = asObject(record)
  if (object === null) {
    yield {
      severity: 'error',
      kind: 'other-type',
      path: prefix.slice(0, -1),
      found: inWords(record),
      expected: 'an object',
      section,
    }
    return
  }
  for (const [name, field] of linesOf(table)) {
    const value = ownValue(object, name)
    const path = prefix + name
    const rule = rules.find(({ finds }) => finds(value, name, field))
    if (rule) {
      yield {
        severity: rule.severity,
        kind: rule.kind,
        path,
        found: inWords(value),
        expected: rule.expected(field, name),
        section: field.section,
      }
      continue
    }
    const members = isGiven(value) ? asObject(value) : null
    if (members) yield* inspectMembers(field, members, path)
  }
  yield* unknownFields(table, section, object, prefix)
}

function* inspectMembers(field: Field, members: JsonObject, path: string): Generator<Finding> {
  const table = innerTables[field.type]
  if (table) {
    const section = Object.values(table)[0]?.section ?? field.section
    yield* inspectTable(table, section, members, `${path}.`)
  }
  if (field.type === 'webhooks') yield* inspectWebhooks(field, members, path)
}

// Bounds the list for a hostile record.
const MOST_UNKNOWN = 100

/** A webhook of any name. */
const webhook: Field = { type: 'string', label: '', meaning: '', example: '', section: '' }

function* inspectWebhooks(field: Field, webhooks: JsonObject, path: string): Generator<Finding> {
  for (const [name, url] of Object.entries(webhooks).slice(0, MOST_UNKNOWN)) {
    if (fitOf(webhook, url) === 'fits') continue
    yield {
      severity: 'error',
      kind: 'other-type',
      path: `${path}.${name}`,
      found: inWords(url),
      expected: 'a URL',
      section: field.section,
    }
  }
}

function* unknownFields(
  table: FieldTable,
  section: string,
  object: JsonObject,
  prefix: string,
): Generator<Finding> {
  let unknown = 0
  for (const name in object) {
    if (Object.hasOwn(table, name) || !Object.hasOwn(object, name)) continue
    unknown += 1
    if (unknown > MOST_UNKNOWN) break
    yield {
      severity: 'note',
      kind: 'unknown',
      path: prefix + name,
      found: inWords(object[name]),
      expected: 'no field of this name',
      section,
    }
  }
}

// Computed once for each table, not for each record.
const lines = new WeakMap<FieldTable, [string, Field][]>()

function linesOf(table: FieldTable): [string, Field][] {
  const known = lines.get(table)
  if (known) return known
  const made = fieldsOf(table)
  lines.set(table, made)
  return made
}

/**
 * Compares a Vehicle with the interface (§2.1), in the order of the table.
 * @param record as received; any value
 */
export function inspectVehicle(record: unknown): Finding[] {
  const vehicle = asObject(record) ?? {}
  return [...inspectTable(vehicleFields, '2.1', record), ...pricesWithoutCurrency(vehicle)]
}

function* pricesWithoutCurrency(vehicle: JsonObject): Generator<Finding> {
  for (const [path, { currency, section }] of linesOf(vehicleFields)) {
    if (currency === undefined) continue
    const amount = ownValue(vehicle, path)
    const hasCurrency = !isAbsent(ownValue(vehicle, currency))
    if (readNumber(amount) === null || hasCurrency) continue
    yield {
      severity: 'warning',
      kind: 'price-without-currency',
      path,
      found: `${inWords(amount)} without ${currency}`,
      expected: `an amount in the currency of ${currency}`,
      section,
    }
  }
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
  const findings = [...inspectTable(bookingFields, '2.4', record)]
  const totals = asObject(asObject(record)?.totals)
  if (totals) findings.push(...inspectTotals(totals))
  return findings
}

function* inspectTotals(totals: JsonObject): Generator<Finding> {
  const { section } = bookingFields.totals
  // Only numbers are summed; the table reports other members.
  const amounts: Record<string, number> = {}
  for (const [name, { type }] of fieldsOf(totalsFields)) {
    const amount = type === 'number' ? readNumber(ownValue(totals, name)) : null
    if (amount) amounts[name] = amount.value
  }
  const amountNames = Object.keys(amounts)
  if (amountNames.length > 0 && isAbsent(ownValue(totals, 'currency' satisfies keyof Totals))) {
    yield {
      severity: 'warning',
      kind: 'price-without-currency',
      path: 'totals',
      found: `${amountNames.join(', ')} without currency`,
      expected: 'a currency with the amounts, as sampled',
      section,
    }
  }
  for (const formula of totalsFormulas) {
    const { left, sign, right, result } = formula
    const check = checkFormula(amounts as unknown as Totals, formula)
    if (check.outcome !== 'differs') continue
    yield {
      severity: 'warning',
      kind: 'totals-differ',
      path: `totals.${result}`,
      found: `${inWords(totals[result])}, which differs by ${check.by} from ${left} ${sign} ${right}`,
      expected: 'this sum, which Kerbside assumes: the specification has no formula',
      section,
    }
  }
}

export const recordKinds = {
  vehicle: { table: vehicleFields, inspect: inspectVehicle },
  'search-object': { table: vehicleSearchObjectFields, inspect: inspectSearchObject },
  booking: { table: bookingFields, inspect: inspectBooking },
} as const satisfies Record<string, { table: FieldTable; inspect: (record: unknown) => Finding[] }>
