import type { FieldTable } from '@/lib/interface/fields'
import { fieldsOf } from '@/lib/interface/resources'
import { asObject, ownValue } from '@/lib/interface/values'
import { vehicleFields } from '@/lib/interface/vehicle-fields'
import { type Finding, inWords, isAbsent } from './finding'
import { inspectTable } from './table'

/**
 * Compares a Vehicle with the interface.
 * @param record as received, without its wrapper; any value
 * @returns findings in the order of the table
 * Source: interface §2.1
 */
export function inspectVehicle(record: unknown): Finding[] {
  return [...inspectTable(vehicleFields, '2.1', record), ...inspectPrices(vehicleFields, record)]
}

/** Amounts without their currency. */
function inspectPrices(table: FieldTable, record: unknown): Finding[] {
  const object = asObject(record)
  if (object === null) return []
  return fieldsOf(table).flatMap(([path, { currency, section }]): Finding[] => {
    const amount = ownValue(object, path)
    if (currency === undefined || typeof amount !== 'number' || !isAbsent(ownValue(object, currency)))
      return []
    return [
      {
        severity: 'warning',
        kind: 'price-without-currency',
        path,
        found: `${inWords(amount)} without ${currency}`,
        expected: `an amount in the currency of ${currency}`,
        section,
      },
    ]
  })
}
