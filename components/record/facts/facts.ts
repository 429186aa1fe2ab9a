import type { Field, FieldGroup, FieldTable } from '@/lib/interface/fields'
import { fieldsOf, type Inspected, type JsonObject } from '@/lib/interface/resources'

/** A record of any kind, for the screens that show fields by their table. */
export type AnyRecord = Inspected<object>

/** A field of a table with its name. */
export interface Fact {
  readonly name: string
  readonly field: Field
}

/** The facts of a group in the table's order. A currency is no fact of its own: it stands with its amount. */
export function factsOf(table: FieldTable, group?: FieldGroup): Fact[] {
  const fields = fieldsOf(table)
  const currencies = new Set(fields.map(([, { currency }]) => currency))
  return fields
    .filter(([name, field]) => (group === undefined || field.group === group) && !currencies.has(name))
    .map(([name, field]) => ({ name, field }))
}

/** Some facts of a table by their names, in the order asked. */
export function pickFacts<Table extends FieldTable>(table: Table, names: (keyof Table & string)[]): Fact[] {
  return names.map((name) => ({ name, field: table[name] as Field }))
}

/** A field as it came; undefined when it did not. Own keys only: `constructor` is not inherited from Object. */
export function receivedValue(raw: JsonObject, name: string): unknown {
  return Object.hasOwn(raw, name) ? raw[name] : undefined
}

/** Names and values of a record that its table does not know. */
export function unknownFields(table: FieldTable, raw: JsonObject): [string, unknown][] {
  return Object.entries(raw).filter(([name]) => !Object.hasOwn(table, name))
}

/** What a string is for, told by its name, where the interface's type says no more than "string". */
export type TextUse = 'phone' | 'email' | 'picture' | 'vehicle-id' | 'vehicle-our-ref' | 'key' | 'text'

export function textUse(name: string): TextUse {
  if (name.endsWith('_phone_number')) return 'phone'
  if (name.endsWith('_email')) return 'email'
  if (name === 'image_url') return 'picture'
  if (name === 'vehicle_id') return 'vehicle-id'
  if (name === 'vehicle_our_ref') return 'vehicle-our-ref'
  return name === 'id' || name.endsWith('_id') || name === 'our_ref' ? 'key' : 'text'
}
