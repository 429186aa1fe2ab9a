import { clip } from '@/lib/interface/clip'
import { totalsFields } from '@/lib/interface/fields/booking-fields'
import type { Field, FieldGroup, FieldTable } from '@/lib/interface/fields/fields'
import { fieldsOf, type JsonObject } from '@/lib/interface/resources'
import { asObject, ownValue } from '@/lib/interface/values'
import { formOf, type Side, sideOf } from './field-form'

/** A field that differs between two records. */
export interface Difference {
  /** The field's name, `webhooks.NAME` and `totals.NAME` for a member. */
  readonly path: string
  readonly label: string
  /** The group of the record page; null for a field that the interface does not name. */
  readonly group: FieldGroup | null
  /** Section of the interface; null as above. */
  readonly section: string | null
  readonly old: Side
  readonly new: Side
}

/** Names that the interface does not give may be of any length. */
const LONGEST_NAME = 100

const NO_NAMES: ReadonlySet<string> = new Set()

/** Every field that differs between two records of a table, in the table's order; unknown ones last. */
export function differences(
  table: FieldTable,
  before: JsonObject,
  after: JsonObject,
  except: ReadonlySet<string> = NO_NAMES,
): Difference[] {
  const unknown = namesOf(before, after).filter((name) => !Object.hasOwn(table, name))
  return [...fieldsOf(table), ...unknown.map((name) => [name, undefined] as const)].flatMap(
    ([name, field]) => {
      if (except.has(name)) return []
      const [old, now] = [ownValue(before, name), ownValue(after, name)]
      if (field?.type === 'webhooks' || field?.type === 'totals') return ofMembers(name, field, old, now)
      return differenceOf({ path: name, label: field?.label ?? name }, field, old, now)
    },
  )
}

/** Each member is a field of its own; an object without any is the same as none. */
function ofMembers(name: string, field: Field, old: unknown, now: unknown): Difference[] {
  const [before, after] = [objectOf(old), objectOf(now)]
  if (!before || !after) return differenceOf({ path: name, label: field.label }, field, old, now)
  return namesOf(before, after).flatMap((member) => {
    const inner = memberOf(field, member)
    const label = field.type === 'totals' ? `${field.label}, ${inner?.label ?? member}` : member
    const [own, other] = [ownValue(before, member), ownValue(after, member)]
    return differenceOf({ path: `${name}.${member}`, label }, inner, own, other)
  })
}

function memberOf(field: Field, member: string): Field | undefined {
  const { group, section } = field
  if (field.type === 'webhooks') return { ...field, type: 'string' }
  const inner: Field | undefined = Object.hasOwn(totalsFields, member)
    ? (totalsFields as FieldTable)[member]
    : undefined
  return inner && { ...inner, group, section }
}

function objectOf(given: unknown): JsonObject | null {
  return given === undefined || given === null ? {} : asObject(given)
}

function differenceOf(
  named: Pick<Difference, 'path' | 'label'>,
  field: Field | undefined,
  old: unknown,
  now: unknown,
): Difference[] {
  if (formOf(field, old) === formOf(field, now)) return []
  const [path, label] = [named.path, named.label].map((name) => clip(name, LONGEST_NAME)) as [string, string]
  const sides: Record<'old' | 'new', Side> = { old: sideOf(field, old), new: sideOf(field, now) }
  return [{ path, label, group: field?.group ?? null, section: field?.section ?? null, ...sides }]
}

function namesOf(before: JsonObject, after: JsonObject): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
}
