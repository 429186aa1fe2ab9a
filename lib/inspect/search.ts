import {
  positionFields,
  searchResponseFields,
  vehicleSearchObjectFields,
} from '@/lib/interface/fields/search-fields'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import { asObject } from '@/lib/interface/values'
import type { Finding } from './finding'
import { inspectTable } from './table'

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
