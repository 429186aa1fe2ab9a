import { bookingFields } from '@/lib/interface/booking-fields'
import { holdsNothing } from '@/lib/interface/readers'
import type { JsonObject } from '@/lib/interface/resources'
import { vehicleFields } from '@/lib/interface/vehicle-fields'
import type { Call } from '@/lib/upstream/endpoints'
import { formOfAmount, optionalFields, tellEmpty } from './fields'
import { fieldName, formOfJson, formOfTime, typeOf } from './forms'
import type { ObservedGaps } from './observed-gaps'
import { functionKeys, recordRows } from './rows'

const ofVehicle = optionalFields(vehicleFields)
const ofBooking = optionalFields(bookingFields)
const priceNames = Object.entries(vehicleFields)
  .filter(([, field]) => 'currency' in field)
  .map(([name]) => name)

/** Notes what an endpoint of a single record answered (§2.1, §2.2, §2.4). */
export function recordRecord({ endpoint }: Call, answer: unknown, notes: ObservedGaps): void {
  if (holdsNothing(answer)) {
    notes.form('not_found', `${endpoint}: 200 ${formOfJson(answer)}`)
    return
  }
  const { record, wrapper } = unwrap(answer)
  notes.form('wrapper', `${endpoint}: ${wrapper}`)
  if (record === null) return
  if (endpoint.endsWith('/status')) recordRows([record], notes)
  else if (endpoint.startsWith('/bookings')) noteBooking(record, notes)
  else noteVehicle(record, notes)
}

function noteVehicle(vehicle: JsonObject, notes: ObservedGaps): void {
  if (typeof vehicle.type === 'string') notes.word('vehicle_type', vehicle.type)
  for (const key of functionKeys(vehicle.functions)) notes.word('vehicle_function', key)
  tellEmpty(vehicle, ofVehicle, (form) => notes.form('empty_field', form))
  noteAmounts(vehicle, priceNames, notes)
}

function noteBooking(booking: JsonObject, notes: ObservedGaps): void {
  const { status, when, totals } = booking
  if (typeof status === 'string') notes.word('booking_status', status)
  if (typeof when !== 'string') notes.form('booking_when', typeOf(when))
  else if (/^\d+$/.test(when)) notes.form('booking_when', `text of ${Math.min(when.length, 20)} digits`)
  else {
    const form = formOfTime(when)
    if (form === null) notes.word('booking_when', when)
    else notes.form('booking_when', form)
  }
  tellEmpty(booking, ofBooking, (form) => notes.form('empty_field', form))
  const names = ['surge', 'extras', 'gross', 'discount', 'net', 'tax', 'total']
  if (typeof totals === 'object' && totals !== null)
    noteAmounts(totals as JsonObject, names, notes, 'totals.')
}

function noteAmounts(record: JsonObject, names: readonly string[], notes: ObservedGaps, path = ''): void {
  for (const name of names) {
    const amount = record[name]
    if (typeof amount === 'number') notes.form('price_form', formOfAmount(path + name, amount))
  }
}

/** `bare`, `{vehicle}`, `{data: {vehicle}}`: how a record is wrapped. */
function unwrap(answer: unknown, depth = 0): { record: JsonObject | null; wrapper: string } {
  if (typeof answer !== 'object' || answer === null || depth > 3)
    return { record: null, wrapper: typeOf(answer) }
  const object = answer as JsonObject
  if (typeof object.id === 'string') return { record: object, wrapper: 'bare' }
  const names = Object.keys(object)
  const name = ['vehicle', 'booking'].find((one) => names.includes(one)) ?? names[0]
  if (name === undefined) return { record: null, wrapper: '{}' }
  const { record, wrapper } = unwrap(object[name], depth + 1)
  const around = Array.isArray(answer) ? 'array' : fieldName(name)
  return { record, wrapper: wrapper === 'bare' ? `in ${around}` : `in ${around}, ${wrapper}` }
}
