import { bookingFields } from '@/lib/interface/fields/booking-fields'
import type { FieldTable } from '@/lib/interface/fields/fields'
import { vehicleSearchObjectFields } from '@/lib/interface/fields/search-fields'
import { vehicleFields } from '@/lib/interface/fields/vehicle-fields'
import { fieldsOf } from '@/lib/interface/resources'
import { asObject, ownValue } from '@/lib/interface/values'
import { inspectBooking } from './booking'
import { type Finding, inWords, isAbsent } from './finding'
import { inspectSearchObject } from './search'
import { inspectTable } from './table'

export const recordKinds = {
  vehicle: { table: vehicleFields, inspect: inspectVehicle },
  'search-object': { table: vehicleSearchObjectFields, inspect: inspectSearchObject },
  booking: { table: bookingFields, inspect: (record) => inspectBooking(record) },
} as const satisfies Record<string, { table: FieldTable; inspect: (record: unknown) => Finding[] }>

export type RecordKind = keyof typeof recordKinds

/**
 * Compares a Vehicle with the interface.
 * @param record as received, without its wrapper; any value
 * @returns findings in the order of the table
 * Source: interface §2.1
 */
export function inspectVehicle(record: unknown): Finding[] {
  return [...inspectTable(vehicleFields, '2.1', record), ...inspectPrices(record)]
}

/** Amounts without their currency. */
function inspectPrices(record: unknown): Finding[] {
  const object = asObject(record)
  if (object === null) return []
  return fieldsOf(vehicleFields).flatMap(([path, { currency, section }]): Finding[] => {
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
