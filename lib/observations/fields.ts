import type { FieldTable } from '@/lib/interface/fields/fields'
import { fieldsOf, type JsonObject } from '@/lib/interface/resources'

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
