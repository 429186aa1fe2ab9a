import { vehicleSearchObjectFields } from '@/lib/schema/fields'
import type { JsonObject } from '@/lib/schema/resources'
import type { GapName } from '@/lib/schema/seen'
import { emptyForms, formOfAmount, optionalFields } from './seen-fields'
import { formOfTime, typeOf } from './seen-forms'
import type { SeenNotes } from './seen-notes'

const optional = optionalFields(vehicleSearchObjectFields)

/** Notes what the vehicle search objects of a page, or of a status answer, say in the gaps (§2.2). */
export function noteRows(rows: readonly unknown[], notes: SeenNotes): void {
  const tally = createTally()
  for (const row of rows) {
    if (typeof row !== 'object' || row === null) continue
    const vehicle = row as JsonObject
    const { type, status, functions, position, mtime, price_per_km } = vehicle
    if (typeof type === 'string') tally('vehicle_type', type)
    if (typeof status === 'string') tally('vehicle_status', status)
    for (const key of functionKeys(functions)) tally('vehicle_function', key)
    tally('functions_form', formOfFunctions(functions))
    tally('position_form', typeOf(position))
    tally('mtime_form', typeof mtime === 'string' ? (formOfTime(mtime) ?? 'another text') : typeOf(mtime))
    if (typeof price_per_km === 'number') tally('price_form', formOfAmount('price_per_km', price_per_km))
    for (const form of emptyForms(vehicle, optional)) tally('empty_field', form)
  }
  tally.tell(notes)
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

const WORDS: readonly GapName[] = ['vehicle_type', 'vehicle_status', 'vehicle_function']

/** Thousands of rows say the same few things: they are counted first and noted once. */
function createTally() {
  const counts = new Map<GapName, Map<string, number>>()
  function add(gap: GapName, value: string): void {
    let ofGap = counts.get(gap)
    if (!ofGap) {
      ofGap = new Map()
      counts.set(gap, ofGap)
    }
    ofGap.set(value, (ofGap.get(value) ?? 0) + 1)
  }
  return Object.assign(add, {
    tell(notes: SeenNotes): void {
      for (const [gap, ofGap] of counts) {
        const isWord = WORDS.includes(gap)
        for (const [value, times] of ofGap) {
          if (isWord) notes.word(gap, value, times)
          else notes.form(gap, value, times)
        }
      }
    },
  })
}
