import { type Finding, inWords, isAbsent } from '@/lib/inspect/finding'
import { inspectTable } from '@/lib/inspect/table'
import { bookingFields } from '@/lib/interface/fields/booking-fields'
import type { FieldTable } from '@/lib/interface/fields/fields'
import {
  positionFields,
  searchResponseFields,
  vehicleSearchObjectFields,
} from '@/lib/interface/fields/search-fields'
import { vehicleFields } from '@/lib/interface/fields/vehicle-fields'
import { fieldsOf, type VehicleSearchObject } from '@/lib/interface/resources'
import { asObject, ownValue } from '@/lib/interface/values'
import { inspectBooking } from './booking'

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

const inner = { position: positionFields }

/**
 * Compares a Vehicle search object with the interface.
 * @param record as received, without its wrapper; any value
 * Source: interface §2.2, §2.3
 */
export function inspectSearchObject(record: unknown): Finding[] {
  return inspectTable(vehicleSearchObjectFields, '2.2', record, inner)
}

/**
 * Compares a Search response with the interface, and each of its vehicles (`vehicles.3.year`).
 * Source: interface §2.5
 */
export function inspectSearchPage(page: unknown): Finding[] {
  const vehicles = asObject(page)?.vehicles
  const rows = Array.isArray(vehicles) ? vehicles : []
  return [
    ...inspectTable(searchResponseFields, '2.5', page),
    ...rows.flatMap((row, at) =>
      inspectTable(vehicleSearchObjectFields, '2.2', row, inner, `vehicles.${at}.`),
    ),
  ]
}

/** Compares a parsed row, in which null stands for an absent or unreadable value; unknown names are annotations. */
export function inspectListed(record: VehicleSearchObject): Finding[] {
  return inspectSearchObject(record).filter(({ kind }) => kind !== 'other-type' && kind !== 'unknown')
}
