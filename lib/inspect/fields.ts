import { totalsFields } from '@/lib/interface/booking-fields'
import type { Field, FieldTable, FieldType } from '@/lib/interface/fields'
import { fieldsOf } from '@/lib/interface/resources'
import { positionFields } from '@/lib/interface/search-fields'
import { parseTime, type TimeFormat } from '@/lib/interface/times'
import { asObject, ownValue } from '@/lib/interface/values'
import { fitOf } from './types'

/** How one field of a table came. */
export interface FieldState {
  /** With its path, where it is a member of another: `totals.net`. */
  readonly name: string
  readonly field: Field
  readonly state: 'present' | 'missing' | 'null' | 'other-type'
  /** Of a time that could be read; which of the three spellings it came in. */
  readonly time: TimeFormat | null
}

/** Every field of a table as it came, in the table's order; the members of totals and positions after their field. */
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
  // Where the interface gives null a meaning, it is a value like any other.
  if (value === null) return field.nullable ? 'present' : 'null'
  return fitOf(field, value) === 'other-type' ? 'other-type' : 'present'
}

/** Names of a record that its table does not know. */
export function unknownNames(table: FieldTable, record: unknown): string[] {
  return Object.keys(asObject(record) ?? {}).filter((name) => !Object.hasOwn(table, name))
}
