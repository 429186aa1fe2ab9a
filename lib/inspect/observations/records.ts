import { bookingFields, totalsFields } from '@/lib/interface/fields/booking-fields'
import { vehicleSearchObjectFields } from '@/lib/interface/fields/search-fields'
import { vehicleFields } from '@/lib/interface/fields/vehicle-fields'
import { fieldsOf, type JsonObject } from '@/lib/interface/resources'
import { timePattern } from '@/lib/interface/times'
import { unwrap } from '@/lib/interface/unwrap'
import { asObject } from '@/lib/interface/values'
import { fieldName, formOfJson, typeOf } from './forms'
import type { ObservedGaps } from './observed-gaps'
import { forEachEmpty, formOfAmount, functionKeys, optionalFields, recordRows } from './rows'

const ofVehicle = optionalFields(vehicleFields)
const ofBooking = optionalFields(bookingFields)
const priceNames = fieldsOf(vehicleFields).flatMap(([name, { currency }]) => (currency ? [name] : []))
const totalNames = fieldsOf(totalsFields).flatMap(([name, { type }]) => (type === 'number' ? [name] : []))

/** Records the answer of an endpoint of a single record (§2.1, §2.2, §2.4). */
export function recordRecord(endpoint: string, answer: unknown, observed: ObservedGaps): void {
  const [table, recordFields] = endpoint.endsWith('/status')
    ? [vehicleSearchObjectFields, recordStatus]
    : endpoint.startsWith('/bookings')
      ? [bookingFields, recordBooking]
      : [vehicleFields, recordVehicle]
  const { record, wrappers, beside, isNothing, isSeveral } = unwrap(answer, table)
  if (isNothing) observed.form('not_found', `${endpoint}: 200 ${formOfJson(answer)}`)
  else if (isSeveral) observed.form('wrapper', `${endpoint}: several records in ${formOfJson(answer)}`)
  else if (record === null) observed.form('wrapper', `${endpoint}: ${typeOf(answer)}`)
  else {
    const names = Object.keys(beside).map((path) => (path.split('.').every(isFieldName) ? path : '…'))
    const others = names.length === 0 ? '' : `, beside ${names.slice(0, MOST_NAMED).join(', ')}`
    observed.form('wrapper', `${endpoint}: ${formOfWrappers(wrappers)}${others}`)
    recordFields(record, observed)
  }
}

const isFieldName = (name: string) => fieldName(name) === name

// Of what stands beside a record.
const MOST_NAMED = 5

const recordStatus = (status: JsonObject, observed: ObservedGaps) => recordRows([status], observed)

/** `bare`, `in vehicle`, `in data, in vehicle`. */
function formOfWrappers(wrappers: readonly string[]): string {
  if (wrappers.length === 0) return 'bare'
  return wrappers.map((name) => `in ${name === '[]' ? 'array' : fieldName(name)}`).join(', ')
}

function recordVehicle(vehicle: JsonObject, observed: ObservedGaps): void {
  if (typeof vehicle.type === 'string') observed.word('vehicle_type', vehicle.type)
  for (const key of functionKeys(vehicle.functions)) observed.word('vehicle_function', key)
  forEachEmpty(vehicle, ofVehicle, (form) => observed.form('empty_field', form))
  recordAmounts(vehicle, priceNames, observed)
}

export function recordBooking(booking: JsonObject, observed: ObservedGaps): void {
  const { status, when, totals } = booking
  if (typeof status === 'string') observed.word('booking_status', status)
  if (typeof when !== 'string') observed.form('booking_when', typeOf(when))
  else if (/^\d+$/.test(when)) observed.form('booking_when', `text of ${Math.min(when.length, 20)} digits`)
  else {
    const pattern = timePattern(when)
    if (pattern === null) observed.word('booking_when', when)
    else observed.form('booking_when', pattern)
  }
  forEachEmpty(booking, ofBooking, (form) => observed.form('empty_field', form))
  recordAmounts(asObject(totals) ?? {}, totalNames, observed, 'totals.')
}

function recordAmounts(
  record: JsonObject,
  names: readonly string[],
  observed: ObservedGaps,
  path = '',
): void {
  for (const name of names) {
    const amount = record[name]
    if (typeof amount === 'number') observed.form('price_form', formOfAmount(path + name, amount))
  }
}
