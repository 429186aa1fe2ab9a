import { totalsFields } from '@/lib/interface/fields/booking-fields'
import type { Field, FieldTable, FieldType } from '@/lib/interface/fields/fields'
import { positionFields } from '@/lib/interface/fields/search-fields'
import { fieldsOf } from '@/lib/interface/resources'
import { parseTime, type TimeFormat } from '@/lib/interface/times'
import { asObject, ownValue } from '@/lib/interface/values'
import { fitOf } from './types'

/** State of one field of a record. */
export interface FieldState {
  /** The path of a member: `totals.net`. */
  readonly name: string
  readonly field: Field
  readonly state: 'present' | 'missing' | 'null' | 'other-type'
  /** Format of a readable time. */
  readonly time: TimeFormat | null
}

/** The state of every field, in the table's order; members of totals and positions follow their field. */
export function fieldStates(table: FieldTable, record: unknown, prefix = ''): FieldState[] {
  const object = asObject(record) ?? {}
  return fieldsOf(table).flatMap(([name, field]) => {
    const value = ownValue(object, name)
    const time = field.type === 'datetime' && typeof value === 'string' ? parseTime(value) : null
    const path = prefix + name
    const own = { name: path, field, state: stateOf(field, value), time: time?.format ?? null }
    const inner = asObject(value) && innerTables[field.type]
    return inner ? [own, ...fieldStates(inner, value, `${path}.`)] : [own]
  })
}

const innerTables: Partial<Record<FieldType, FieldTable>> = { position: positionFields, totals: totalsFields }

function stateOf(field: Field, value: unknown): FieldState['state'] {
  if (value === undefined) return 'missing'
  // Null is a value where the interface gives it a meaning.
  if (value === null) return field.nullable ? 'present' : 'null'
  return fitOf(field, value) === 'other-type' ? 'other-type' : 'present'
}

/** Fields of a record that are not in its table. */
export function unknownNames(table: FieldTable, record: unknown): string[] {
  return Object.keys(asObject(record) ?? {}).filter((name) => !Object.hasOwn(table, name))
}
