import type { FieldTable } from '@/lib/interface/fields/fields'
import { vehicleSearchObjectFields } from '@/lib/interface/fields/search-fields'
import type { ObservedGapName } from '@/lib/interface/gaps'
import { fieldsOf, type JsonObject } from '@/lib/interface/resources'
import { timePattern } from '@/lib/interface/times'
import { typeOf } from './forms'
import type { ObservedGaps } from './observed-gaps'

const optional = optionalFields(vehicleSearchObjectFields)

/** Records the vehicle search objects of a page, or of a status answer (§2.2). */
export function recordRows(rows: readonly unknown[], observed: ObservedGaps): void {
  // Thousands of rows repeat a few values: count them first, record each once.
  const words = createTally()
  const forms = createTally()
  for (const row of rows) {
    if (typeof row !== 'object' || row === null) continue
    const vehicle = row as JsonObject
    const { type, status, functions, position, mtime, price_per_km } = vehicle
    if (typeof type === 'string') words.add('vehicle_type', type)
    if (typeof status === 'string') words.add('vehicle_status', status)
    for (const key of functionKeys(functions)) words.add('vehicle_function', key)
    forms.add('functions_form', formOfFunctions(functions))
    forms.add('position_form', typeOf(position))
    forms.add(
      'mtime_form',
      typeof mtime === 'string' ? (timePattern(mtime) ?? 'another text') : typeOf(mtime),
    )
    if (typeof price_per_km === 'number') forms.add('price_form', formOfAmount('price_per_km', price_per_km))
    forEachEmpty(vehicle, optional, (form) => forms.add('empty_field', form))
  }
  words.forEach(observed.word)
  forms.forEach(observed.form)
}

/** The keys in a field that samples as a string and as an array (§2.1, §2.2). */
export function functionKeys(functions: unknown): readonly string[] {
  if (typeof functions === 'string')
    return functions.includes(',') ? functions.split(',').map((key) => key.trim()) : [functions]
  return Array.isArray(functions) ? functions.filter((key) => typeof key === 'string') : []
}

function formOfFunctions(functions: unknown): string {
  if (typeof functions !== 'string' || functions === '') return typeOf(functions)
  return functions.includes(',') ? 'text, several keys' : 'text, one key'
}

function createTally() {
  const counts = new Map<ObservedGapName, Map<string, number>>()
  return {
    add(gap: ObservedGapName, value: string) {
      let of = counts.get(gap)
      if (!of) {
        of = new Map()
        counts.set(gap, of)
      }
      of.set(value, (of.get(value) ?? 0) + 1)
    },
    forEach(record: (gap: ObservedGapName, value: string, times: number) => void) {
      for (const [gap, values] of counts) for (const [value, times] of values) record(gap, value, times)
    },
  }
}

/** Fields that may be optional (§2.6), with both forms prepared. */
export type OptionalFields = readonly {
  readonly name: string
  readonly absent: string
  readonly isNull: string
}[]

export function optionalFields(table: FieldTable): OptionalFields {
  return fieldsOf(table)
    .filter(([name, { nullable }]) => name !== 'id' && !nullable)
    .map(([name, { section }]) => ({
      name,
      absent: `${name} (§${section}): absent`,
      isNull: `${name} (§${section}): null`,
    }))
}

/** Reports each field without a value, as `year (§2.2): absent`. */
export function forEachEmpty(
  record: JsonObject,
  fields: OptionalFields,
  report: (form: string) => void,
): void {
  for (const { name, absent, isNull } of fields) {
    const value = record[name]
    if (value === undefined) report(absent)
    else if (value === null) report(isNull)
  }
}

/** Whether an amount has decimals: in minor units it never would (§2.6). */
export function formOfAmount(name: string, amount: number): string {
  return `${name}: ${Number.isInteger(amount) ? 'whole number' : 'with decimals'}`
}
