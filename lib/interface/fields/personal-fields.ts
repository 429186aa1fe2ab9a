import {
  fieldsOf,
  type Inspected,
  type JsonObject,
  type Vehicle,
  type VehicleSearchObject,
} from '@/lib/interface/resources'
import type { Field, FieldGroup, FieldTable } from './fields'
import { positionFields, vehicleSearchObjectFields } from './search-fields'
import { vehicleFields } from './vehicle-fields'

/**
 * The driver's and owner's fields of a vehicle, and webhooks, whose addresses are
 * keys to deliver bookings.
 */
const WITHHELD_GROUPS: ReadonlySet<FieldGroup> = new Set(['driver', 'owner', 'webhooks'])
const PERSONAL: ReadonlySet<string> = new Set(
  fieldsOf(vehicleFields).flatMap(([name, { group }]) =>
    group && WITHHELD_GROUPS.has(group) ? [name] : [],
  ),
)

export function isPersonalField(name: string): boolean {
  return PERSONAL.has(name)
}

/**
 * A vehicle for viewers: personal fields are null and in `withheld`. Unknown fields and what stood
 * beside the record may be personal, and are left out.
 */
export function withoutPeople(vehicle: Inspected<Vehicle>): Inspected<Vehicle> {
  const { record, unreadable, forms, raw } = vehicle
  const known = Object.entries(forms ?? {}).filter(([path]) => !PERSONAL.has(path))
  const rest = Object.entries(record).map(([name, value]) => [
    name,
    PERSONAL.has(name) ? null : value,
  ])
  return {
    record: Object.fromEntries(rest) as Vehicle,
    unreadable: unreadable.filter((path) => !PERSONAL.has(path.split('.', 1)[0] ?? '')),
    forms: Object.fromEntries(known),
    raw: onlyKnown(vehicleFields, raw),
    withheld: [...PERSONAL],
  }
}

/** The same for a vehicle's status, which has no personal field. */
export function statusWithoutPeople(
  status: Inspected<VehicleSearchObject>,
): Inspected<VehicleSearchObject> {
  const { beside: _unspecified, ...rest } = status
  return { ...rest, raw: onlyKnown(vehicleSearchObjectFields, status.raw), withheld: [] }
}

function onlyKnown(table: FieldTable, raw: JsonObject): JsonObject {
  const known = Object.entries(raw).flatMap(([name, value]) => {
    const field = Object.hasOwn(table, name) && !PERSONAL.has(name) ? table[name] : undefined
    const kept = field && withoutDepth(field, value)
    return kept === undefined ? [] : [[name, kept] as const]
  })
  return Object.fromEntries(known)
}

/** Removes members of a value that the interface does not name. */
function withoutDepth({ type }: Field, value: unknown): unknown {
  if (!isNested(value)) return value
  if (Array.isArray(value)) return value.filter((item) => !isNested(item))
  if (type !== 'position') return undefined
  const named = Object.entries(value).filter(
    ([name, inner]) => !isNested(inner) && Object.hasOwn(positionFields, name),
  )
  return Object.fromEntries(named)
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
