import { typeInWords } from '@/lib/interface/fields/field-words'
import type { Field, FieldTable } from '@/lib/interface/fields/fields'
import { fieldsOf, type JsonObject } from '@/lib/interface/resources'
import { parseTime } from '@/lib/interface/times'
import { asObject, ownValue } from '@/lib/interface/values'
import { fitOf } from './fields'
import { type Finding, inWords } from './finding'

/** Tables of a position's and totals' members. */
export interface InnerTables {
  readonly position?: FieldTable
  readonly totals?: FieldTable
}

// Bounds the list for a hostile record.
const MOST_UNKNOWN = 100

/**
 * Compares a record with its table: unknown fields, other types, values out of range, no id.
 * @param section of the table, for findings without a field
 */
export function inspectTable(
  table: FieldTable,
  section: string,
  record: unknown,
  inner: InnerTables = {},
  prefix = '',
): Finding[] {
  const object = asObject(record)
  if (object === null) {
    const [path, expected] = [prefix.slice(0, -1), 'an object']
    return [{ severity: 'error', kind: 'other-type', path, found: inWords(record), expected, section }]
  }
  const findings: Finding[] = []
  for (const [name, field] of linesOf(table)) inspectField(findings, object, name, field, inner, prefix)
  let unknown = 0
  for (const name in object) {
    if (Object.hasOwn(table, name) || !Object.hasOwn(object, name)) continue
    unknown += 1
    if (unknown > MOST_UNKNOWN) break
    findings.push({
      severity: 'note',
      kind: 'unknown',
      path: prefix + name,
      found: inWords(object[name]),
      expected: 'no field of this name',
      section,
    })
  }
  return findings
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

function inspectField(
  findings: Finding[],
  object: JsonObject,
  name: string,
  field: Field,
  inner: InnerTables,
  prefix: string,
): void {
  const value = ownValue(object, name)
  const path = prefix + name
  const add = (severity: Finding['severity'], kind: Finding['kind'], expected: string) =>
    findings.push({ severity, kind, path, found: inWords(value), expected, section: field.section })

  if (value === undefined || value === null) {
    // A record needs its id and a position its degrees; which other fields are required is not shown (§2.6).
    if (field.section !== '2.3' && name !== 'id') return
    return void add('error', value === null ? 'null' : 'missing', typeInWords(field))
  }
  const fit = fitOf(field, value)
  if (fit !== 'fits') return void add(fit === 'read' ? 'note' : 'error', 'other-type', typeInWords(field))
  switch (field.type) {
    case 'string':
      if (name === 'id' && value === '') add('error', 'missing', 'an identifier')
      if (field.isCurrency && !CURRENCY.test(value as string))
        add('warning', 'currency-code', 'three capital letters')
      return
    case 'datetime':
      if (parseTime(value as string) === null)
        add('warning', 'unreadable-time', `a time such as ${String(field.example)}`)
      return
    case 'webhooks':
      inspectWebhooks(findings, value as JsonObject, field, path)
      return
    case 'position':
    case 'totals': {
      const table = inner[field.type]
      if (table) {
        const { section } = Object.values(table)[0] ?? field
        findings.push(...inspectTable(table, section, value, inner, `${path}.`))
      }
      if (field.type === 'position') inspectRange(findings, value as JsonObject, path)
    }
  }
}

// Source: interface §2.1, price_per_km_currency
const CURRENCY = /^[A-Z]{3}$/

function inspectWebhooks(findings: Finding[], webhooks: JsonObject, { section }: Field, path: string): void {
  for (const name of Object.keys(webhooks).slice(0, MOST_UNKNOWN)) {
    const url = webhooks[name]
    if (typeof url === 'string') continue
    findings.push({
      severity: 'error',
      kind: 'other-type',
      path: `${path}.${name}`,
      found: inWords(url),
      expected: 'a URL',
      section,
    })
  }
}

const LARGEST_DEGREES = { lat: 90, lng: 180 } as const

function inspectRange(findings: Finding[], position: JsonObject, path: string): void {
  for (const [name, most] of Object.entries(LARGEST_DEGREES)) {
    const degrees = ownValue(position, name)
    // Another type is already reported.
    if (typeof degrees !== 'number' || !Number.isFinite(degrees) || Math.abs(degrees) <= most) continue
    findings.push({
      severity: 'error',
      kind: 'position-range',
      path: `${path}.${name}`,
      found: inWords(degrees),
      expected: `degrees, -${most} to ${most}`,
      section: '2.3',
    })
  }
}
