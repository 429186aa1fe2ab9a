import type { FieldTable } from '@/lib/interface/fields'
import { fieldsOf, type JsonObject } from '@/lib/interface/resources'

/** Names of fields of which the interface does not say whether they are optional (§2.6), with both forms ready. */
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

/** Tells the fields in which a record says nothing, as `year (§2.2): absent`. */
export function tellEmpty(record: JsonObject, fields: OptionalFields, tell: (form: string) => void): void {
  for (const { name, absent, isNull } of fields) {
    const value = record[name]
    if (value === undefined) tell(absent)
    else if (value === null) tell(isNull)
  }
}

/** Whether an amount has decimals: in minor units it never would (§2.6). */
export function formOfAmount(name: string, amount: number): string {
  return `${name}: ${Number.isInteger(amount) ? 'whole number' : 'with decimals'}`
}
