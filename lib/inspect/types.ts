import type { Field } from '@/lib/interface/fields/fields'
import { asObject } from '@/lib/interface/values'

/** `read`: another form of the type, which Kerbside accepts. */
export type Fit = 'fits' | 'read' | 'other-type'

/** Whether a value has its field's type; members of objects are checked on their own. */
export function fitOf(field: Field, value: unknown): Fit {
  if (field.type === 'strings') return listFit(field, value)
  return isOfType[field.type](value) ? 'fits' : 'other-type'
}

// JSON's `1e999` is Infinity, which no field can hold.
const isNumber = (value: unknown) => Number.isFinite(value)
const isText = (value: unknown) => typeof value === 'string'
const isObject = (value: unknown) => asObject(value) !== null

const isOfType: Record<Exclude<Field['type'], 'strings'>, (value: unknown) => boolean> = {
  string: isText,
  datetime: isText,
  number: isNumber,
  integer: (value) => Number.isInteger(value) && (value as number) >= 0,
  position: isObject,
  webhooks: isObject,
  totals: isObject,
  vehicles: Array.isArray,
}

// §2.2 samples a string, §2.1 states an array: both accept either.
function listFit({ single }: Field, value: unknown): Fit {
  if (isText(value)) return single ? 'fits' : 'read'
  if (!Array.isArray(value) || !value.every(isText)) return 'other-type'
  return single ? 'read' : 'fits'
}
