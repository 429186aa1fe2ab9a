import type { GapAnswers } from './gaps'
import { type BookingRecord, factNames, searchFactNames, type VehicleRecord } from './resources'

type Json = Record<string, unknown>

const priceFields = new Set([
  'price_per_km',
  'price_per_minute',
  'extra_price_airport',
  'extra_price_parking',
])

/** A Vehicle, §2.1. */
export function presentVehicle(record: VehicleRecord, answers: GapAnswers): Json {
  const vehicle: Json = { id: record.id }
  put(vehicle, 'ctime', record.ctimeMs && vehicleTime(record.ctimeMs), answers)
  const mtime =
    record.mtimeMs && (answers.mtime === 'other-zone' ? zoneTime : vehicleTime)(record.mtimeMs)
  put(vehicle, 'mtime', mtime, answers)
  vehicle.active_booking_id = record.active_booking_id
  for (const name of factNames) putFact(vehicle, name, record.facts[name], answers)
  return withNumbers(vehicle, answers) as Json
}

/** A vehicle search object, §2.2. */
export function presentSearchObject(record: VehicleRecord, answers: GapAnswers): Json {
  const { facts } = record
  const vehicle: Json = { id: record.id }
  put(vehicle, 'mtime', record.mtimeMs && searchTime(record.mtimeMs, answers), answers)
  vehicle.status = record.status === 'busy' ? answers.statusOnTrip : record.status
  const hidden = record.status === 'offline' && answers.offlinePosition
  if (hidden === 'null') vehicle.position = null
  else if (hidden !== 'absent') vehicle.position = positionIn(record.position, answers)
  for (const name of searchFactNames) {
    const value = name === 'functions' ? functionsOf(facts.functions, answers) : facts[name]
    putFact(vehicle, name, value, answers)
  }
  return withNumbers(vehicle, answers) as Json
}

/** A Booking, §2.4. */
export function presentBooking(record: BookingRecord, answers: GapAnswers): Json {
  const { id, ctimeMs, mtimeMs, our_ref, vehicle_id, vehicle_our_ref, totals, ...rest } = record
  const when = {
    now: 'now',
    time: vehicleTime(ctimeMs),
    seconds: String(Math.floor(ctimeMs / 1000)),
  }[answers.bookingWhen]
  const { from_position, to_position, ...others } = rest
  const booking = {
    id,
    ctime: bookingTime(ctimeMs),
    mtime: bookingTime(mtimeMs),
    our_ref,
    vehicle_id,
    vehicle_our_ref,
    when,
    ...others,
    from_position: positionIn(from_position, answers),
    to_position: positionIn(to_position, answers),
    totals: Object.fromEntries(
      Object.entries(totals).map(([name, value]) => [name, inUnit(value, answers)]),
    ),
  }
  return withNumbers(booking, answers) as Json
}

function positionIn({ lat, lng }: VehicleRecord['position'], { positions }: GapAnswers): unknown {
  switch (positions) {
    case 'lat-lng':
      return { lat, lng }
    case 'whole-names':
      return { latitude: lat, longitude: lng }
    case 'geojson':
      return { type: 'Point', coordinates: [lng, lat] }
    case 'text':
      return `${lat},${lng}`
  }
}

/** A value with its numbers in the form of the gap options, those inside of it too. */
function withNumbers(value: unknown, answers: GapAnswers): unknown {
  if (answers.numbers === 'numbers') return value
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return value.map((one) => withNumbers(one, answers))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withNumbers(inner, answers)]),
  )
}

function put(target: Json, name: string, value: unknown, answers: GapAnswers): void {
  if (value !== undefined) target[name] = value
  else if (answers.optionalFields === 'null') target[name] = null
}

function putFact(target: Json, name: string, value: unknown, answers: GapAnswers): void {
  put(target, name, priceFields.has(name) ? inUnit(value, answers) : value, answers)
}

/** An amount in the unit of the gap options; texts as they are. */
function inUnit(value: unknown, { priceUnit }: GapAnswers): unknown {
  return priceUnit === 'minor' && typeof value === 'number' ? Math.round(value * 100) : value
}

function functionsOf(
  functions: string[] | undefined,
  answers: GapAnswers,
): string | string[] | undefined {
  if (answers.functionsInSearch === 'array') return functions
  if (answers.functionsInSearch === 'joined') return functions?.join(',')
  return functions?.[0]
}

/** §2.1: `2026-05-01T08:30:00.250Z`. */
function vehicleTime(ms: number): string {
  return new Date(ms).toISOString()
}

/** §2.4: `2026-05-01 08:30:00.250 GMT`. */
function bookingTime(ms: number): string {
  return `${vehicleTime(ms).replace('T', ' ').slice(0, -1)} GMT`
}

/**
 * §2.2: `2026-05-01T08:30:00.250+00:00`, or one of the other ways to write a numeric UTC offset.
 */
function searchTime(ms: number, { mtime, searchTime: spelling }: GapAnswers): string {
  if (mtime === 'other-zone') return zoneTime(ms)
  const offset = { fraction: '+00:00', seconds: '+00:00', 'basic-offset': '+0000', z: 'Z' }[
    spelling
  ]
  return vehicleTime(ms).slice(0, spelling === 'seconds' ? 19 : -1) + offset
}

/** The same instant in the time of Montevideo. */
const zoneTime = (ms: number): string => `${vehicleTime(ms - 3 * 3_600_000).slice(0, -1)}-03:00`
