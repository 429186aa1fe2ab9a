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
const PERSONAL: ReadonlySet<string> = personalFields()

function personalFields(): Set<string> {
  const names = new Set<string>()
  for (const [name, { group }] of fieldsOf(vehicleFields)) {
    if (group && WITHHELD_GROUPS.has(group)) names.add(name)
  }
  return names
}

export function isPersonalField(name: string): boolean {
  return PERSONAL.has(name)
}

/**
 * A vehicle for viewers: personal fields are null and in `withheld`. Unknown fields and what stood
 * beside the record may be personal, and are left out.
 */
export function withoutPeople(vehicle: Inspected<Vehicle>): Inspected<Vehicle> {
  const { record, unreadable, forms = {}, raw } = vehicle
  const shown: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(record)) {
    shown[name] = PERSONAL.has(name) ? null : value
  }
  const shownForms = Object.entries(forms).filter(([path]) => !PERSONAL.has(path))
  return {
    record: shown as unknown as Vehicle,
    unreadable: unreadable.filter((path) => !PERSONAL.has(fieldOf(path))),
    forms: Object.fromEntries(shownForms),
    raw: onlyKnown(vehicleFields, raw),
    withheld: [...PERSONAL],
  }
}

/** `totals` of `totals.net`. */
function fieldOf(path: string): string {
  return path.split('.', 1)[0] ?? ''
}

/** The same for a vehicle's status, which has no personal field. */
export function statusWithoutPeople(
  status: Inspected<VehicleSearchObject>,
): Inspected<VehicleSearchObject> {
  const { beside: _unspecified, ...rest } = status
  return {
    ...rest,
    raw: onlyKnown(vehicleSearchObjectFields, status.raw),
    withheld: [],
  }
}

function onlyKnown(table: FieldTable, raw: JsonObject): JsonObject {
  const known: [name: string, value: unknown][] = []
  for (const [name, value] of Object.entries(raw)) {
    const field = Object.hasOwn(table, name) ? table[name] : undefined
    if (!field || PERSONAL.has(name)) continue
    const knownValue = withoutUnknownMembers(field, value)
    if (knownValue !== undefined) known.push([name, knownValue])
  }
  return Object.fromEntries(known)
}

/** Removes members of a value that the interface does not name. */
function withoutUnknownMembers({ type }: Field, value: unknown): unknown {
  if (!isNested(value)) return value
  if (Array.isArray(value)) return value.filter((item) => !isNested(item))
  if (type !== 'position') return undefined
  const members = Object.entries(value).filter(
    ([name, member]) => !isNested(member) && Object.hasOwn(positionFields, name),
  )
  return Object.fromEntries(members)
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
