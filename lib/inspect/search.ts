import type { VehicleSearchObject } from '@/lib/interface/resources'
import {
  positionFields,
  searchResponseFields,
  vehicleSearchObjectFields,
} from '@/lib/interface/search-fields'
import { asObject } from '@/lib/interface/values'
import type { Finding } from './finding'
import { inspectTable } from './table'

const inner = { position: positionFields }

/**
 * A Vehicle search object held against the interface.
 * @param record as received, without its wrapper; anything may be given
 * Source: interface §2.2, §2.3
 */
export function inspectSearchObject(record: unknown): Finding[] {
  return inspectTable(vehicleSearchObjectFields, '2.2', record, inner)
}

/**
 * A Search response object held against the interface, and each of its vehicles: `vehicles.3.year`.
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

/**
 * A row that was read already: other types and unknown names are gone from it, and null stands for what was not given
 * or could not be read.
 */
export function inspectListed(record: VehicleSearchObject): Finding[] {
  return inspectSearchObject(record).filter(({ kind }) => kind !== 'other-type')
}
