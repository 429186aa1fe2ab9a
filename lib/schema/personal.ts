import type { FieldTable } from './fields'
import {
  fieldsOf,
  type Inspected,
  type JsonObject,
  type Vehicle,
  type VehicleSearchObject,
} from './resources'
import { vehicleSearchObjectFields } from './search-fields'
import { vehicleFields } from './vehicle-fields'

/** What of a vehicle is about people: its driver's and owner's fields. */
const PERSONAL: ReadonlySet<string> = new Set(
  fieldsOf(vehicleFields).flatMap(([name, { group }]) =>
    group === 'driver' || group === 'owner' ? [name] : [],
  ),
)

/**
 * A vehicle for those who may not see its driver and owner: their fields are null, and named in `withheld`. What the
 * interface does not name may be about people too, so it goes from `raw`.
 */
export function withoutPeople({ record, unreadable, raw }: Inspected<Vehicle>): Inspected<Vehicle> {
  const rest = Object.entries(record).map(([name, value]) => [name, PERSONAL.has(name) ? null : value])
  return {
    record: Object.fromEntries(rest) as Vehicle,
    unreadable: unreadable.filter((path) => !PERSONAL.has(path.split('.', 1)[0] ?? '')),
    raw: onlyKnown(vehicleFields, raw),
    withheld: [...PERSONAL],
  }
}

/** The same for a vehicle's status, which has no field about people. */
export function statusWithoutPeople(status: Inspected<VehicleSearchObject>): Inspected<VehicleSearchObject> {
  return { ...status, raw: onlyKnown(vehicleSearchObjectFields, status.raw), withheld: [] }
}

function onlyKnown(table: FieldTable, raw: JsonObject): JsonObject {
  const known = Object.entries(raw).filter(([name]) => Object.hasOwn(table, name) && !PERSONAL.has(name))
  return Object.fromEntries(known)
}
