import type { ChangeSide, FieldChange } from '@/lib/contract/watch-list'
import { clip } from '@/lib/interface/clip'
import type { Field } from '@/lib/interface/fields'
import { fieldsOf, type Inspected, type JsonObject, type Vehicle } from '@/lib/interface/resources'
import { asObject, ownValue } from '@/lib/interface/values'
import { vehicleFields } from '@/lib/interface/vehicle-fields'
import { formOf, sideOf } from './field-form'

/** They change with every report: shown as status and age, not as changes of the record. */
const OF_REPORTS: ReadonlySet<string> = new Set(['mtime', 'position', 'status'])

/** Names that the interface does not give may be of any length. */
const LONGEST_NAME = 100

const known = fieldsOf(vehicleFields)
const WEBHOOK: Field = { ...vehicleFields.webhooks, type: 'string' }

/** Every field that differs between two readings of a vehicle's record, in the record's order; unknown ones last. */
export function diffVehicles(
  { raw: before }: Pick<Inspected<Vehicle>, 'raw'>,
  { raw: after }: Pick<Inspected<Vehicle>, 'raw'>,
): FieldChange[] {
  const unknown = namesOf(before, after).filter((name) => !Object.hasOwn(vehicleFields, name))
  return [...known, ...unknown.map((name) => [name, undefined] as const)].flatMap(([name, field]) => {
    if (OF_REPORTS.has(name)) return []
    const [old, now] = [ownValue(before, name), ownValue(after, name)]
    if (field?.type === 'webhooks') return diffWebhooks(old, now)
    return changeOf({ path: name, label: field?.label ?? name }, field, old, now)
  })
}

/** Each webhook is a field of its own; an object without any is the same as none. */
function diffWebhooks(old: unknown, now: unknown): FieldChange[] {
  const [before, after] = [objectOf(old), objectOf(now)]
  if (!before || !after) {
    const { label } = vehicleFields.webhooks
    return changeOf({ path: 'webhooks', label }, vehicleFields.webhooks, old, now)
  }
  return namesOf(before, after).flatMap((name) => {
    const named = { path: `webhooks.${name}`, label: name }
    return changeOf(named, WEBHOOK, ownValue(before, name), ownValue(after, name))
  })
}

function objectOf(given: unknown): JsonObject | null {
  return given === undefined || given === null ? {} : asObject(given)
}

function changeOf(
  named: Pick<FieldChange, 'path' | 'label'>,
  field: Field | undefined,
  old: unknown,
  now: unknown,
): FieldChange[] {
  if (formOf(field, old) === formOf(field, now)) return []
  const [path, label] = [named.path, named.label].map((name) => clip(name, LONGEST_NAME)) as [string, string]
  const sides: Record<'old' | 'new', ChangeSide> = { old: sideOf(field, old), new: sideOf(field, now) }
  return [{ path, label, group: field?.group ?? null, section: field?.section ?? null, ...sides }]
}

function namesOf(before: JsonObject, after: JsonObject): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
}
