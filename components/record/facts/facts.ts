import type { FieldGroup, FieldTable } from '@/lib/interface/fields/fields'
import { fieldsOf, type Inspected } from '@/lib/interface/resources'

export type AnyRecord = Inspected<object>

/**
 * Fields of a group in the table's order, without currencies, which are shown with their amounts.
 */
export function namesOf(table: FieldTable, group?: FieldGroup): string[] {
  const fields = fieldsOf(table)
  const currencies = new Set(fields.map(([, { currency }]) => currency))
  return fields.flatMap(([name, field]) =>
    (group === undefined || field.group === group) && !currencies.has(name) ? [name] : [],
  )
}

/** The use of a string field, derived from its name: the specified type is just "string". */
export function textUse(name: string) {
  if (name.endsWith('_phone_number')) return 'phone'
  if (name.endsWith('_email')) return 'email'
  if (name === 'type' || name === 'status' || name === 'when') return 'word'
  if (name === 'vehicle_id') return 'vehicle-id'
  if (name === 'vehicle_our_ref') return 'vehicle-our-ref'
  if (name === 'active_booking_id') return 'booking-id'
  return name === 'id' || name.endsWith('_id') || name === 'our_ref' ? 'key' : 'text'
}
