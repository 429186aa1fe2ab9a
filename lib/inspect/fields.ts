import type { Field, FieldTable } from '@/lib/schema/fields'
import { fieldsOf } from '@/lib/schema/resources'
import { parseTime, type TimeFormat } from '@/lib/schema/times'
import { asObject, ownValue } from './finding'
import { fitOf } from './types'

/** How one field of a table came. */
export interface FieldState {
  readonly name: string
  readonly field: Field
  readonly state: 'present' | 'missing' | 'null' | 'other-type'
  /** Of a time that could be read; which of the three spellings it came in. */
  readonly time: TimeFormat | null
}

/** Every field of a table as it came, in the table's order. */
export function fieldStates(table: FieldTable, record: unknown): FieldState[] {
  const object = asObject(record) ?? {}
  return fieldsOf(table).map(([name, field]) => {
    const value = ownValue(object, name)
    const time = field.type === 'datetime' && typeof value === 'string' ? parseTime(value) : null
    return { name, field, state: stateOf(field, value), time: time?.format ?? null }
  })
}

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
