import type { ObservedGapName } from '@/lib/interface/gaps'
import type { JsonObject } from '@/lib/interface/resources'
import { vehicleSearchObjectFields } from '@/lib/interface/search-fields'
import { formOfAmount, optionalFields, tellEmpty } from './fields'
import { formOfTime, typeOf } from './forms'
import type { ObservedGaps } from './observed-gaps'

const optional = optionalFields(vehicleSearchObjectFields)

/** Notes what the vehicle search objects of a page, or of a status answer, say in the gaps (§2.2). */
export function recordRows(rows: readonly unknown[], notes: ObservedGaps): void {
  // Thousands of rows say the same few things: they are counted first and noted once.
  const [types, statuses, keys] = [createTally(), createTally(), createTally()]
  const [functionForms, positionForms, mtimeForms] = [createTally(), createTally(), createTally()]
  const [priceForms, emptyFields] = [createTally(), createTally()]
  for (const row of rows) {
    if (typeof row !== 'object' || row === null) continue
    const vehicle = row as JsonObject
    const { type, status, functions, position, mtime, price_per_km } = vehicle
    if (typeof type === 'string') types.add(type)
    if (typeof status === 'string') statuses.add(status)
    for (const key of functionKeys(functions)) keys.add(key)
    functionForms.add(formOfFunctions(functions))
    positionForms.add(typeOf(position))
    mtimeForms.add(typeof mtime === 'string' ? (formOfTime(mtime) ?? 'another text') : typeOf(mtime))
    if (typeof price_per_km === 'number') priceForms.add(formOfAmount('price_per_km', price_per_km))
    tellEmpty(vehicle, optional, emptyFields.add)
  }
  const asWords = (gap: ObservedGapName) => (text: string, times: number) => notes.word(gap, text, times)
  const asForms = (gap: ObservedGapName) => (form: string, times: number) => notes.form(gap, form, times)
  types.tell(asWords('vehicle_type'))
  statuses.tell(asWords('vehicle_status'))
  keys.tell(asWords('vehicle_function'))
  functionForms.tell(asForms('functions_form'))
  positionForms.tell(asForms('position_form'))
  mtimeForms.tell(asForms('mtime_form'))
  priceForms.tell(asForms('price_form'))
  emptyFields.tell(asForms('empty_field'))
}

/** The keys in a field that samples as a string and as an array (§2.1, §2.2). */
export function functionKeys(functions: unknown): readonly string[] {
  if (typeof functions === 'string') return functions.includes(',') ? splitKeys(functions) : [functions]
  return Array.isArray(functions) ? functions.filter((key) => typeof key === 'string') : []
}

function splitKeys(text: string): string[] {
  return text.split(',').map((key) => key.trim())
}

function formOfFunctions(functions: unknown): string {
  if (typeof functions !== 'string') return typeOf(functions)
  return functions.includes(',') ? 'text, several keys' : functions === '' ? 'empty text' : 'text, one key'
}

function createTally() {
  const counts = new Map<string, number>()
  return {
    add: (value: string) => void counts.set(value, (counts.get(value) ?? 0) + 1),
    tell(note: (value: string, times: number) => void) {
      for (const [value, times] of counts) note(value, times)
    },
  }
}
