import type { GapAnswers } from './gaps'
import { type BookingRecord, factNames, searchFactNames, type VehicleRecord } from './resources'

type Json = Record<string, unknown>

const knownNames = new Set<string>(factNames)
/** Their currency is a field beside them. */
const priceFields = new Set<string>(factNames.filter((name) => knownNames.has(`${name}_currency`)))

/** A Vehicle, §2.1. */
export function presentVehicle(record: VehicleRecord, answers: GapAnswers): Json {
  const vehicle: Json = { id: record.id }
  const ctime = record.ctimeMs && vehicleTime(record.ctimeMs)
  put(vehicle, 'ctime', ctime, answers)
  const timeIn = answers.mtime === 'other-zone' ? zoneTime : vehicleTime
  const mtime = record.mtimeMs && timeIn(record.mtimeMs)
  put(vehicle, 'mtime', mtime, answers)
  vehicle.active_booking_id = record.active_booking_id
  for (const name of factNames) {
    putFact(vehicle, name, record.facts[name], answers)
  }
  return withNumbers(vehicle, answers) as Json
}

/** A vehicle search object, §2.2. */
export function presentSearchObject(record: VehicleRecord, answers: GapAnswers): Json {
  const { facts } = record
  const vehicle: Json = { id: record.id }
  const mtime = record.mtimeMs && searchTime(record.mtimeMs, answers)
  put(vehicle, 'mtime', mtime, answers)
  const isOnTrip = record.status === 'busy'
  vehicle.status = isOnTrip ? answers.statusOnTrip : record.status
  const hidden = record.status === 'offline' && answers.offlinePosition
  if (hidden === 'null') vehicle.position = null
  else if (hidden !== 'absent') vehicle.position = positionIn(record.position, answers)
  for (const name of searchFactNames) {
    const isFunctions = name === 'functions'
    const value = isFunctions ? functionsOf(facts.functions, answers) : facts[name]
    putFact(vehicle, name, value, answers)
  }
  return withNumbers(vehicle, answers) as Json
}

/** A Booking, §2.4. */
export function presentBooking(record: BookingRecord, answers: GapAnswers): Json {
  const { id, ctimeMs, mtimeMs, pickUpMs, our_ref, ...rest } = record
  const { vehicle_id, vehicle_our_ref, from_position, to_position, totals, ...others } = rest
  const amounts = Object.entries(totals)
  const amountsInUnit = amounts.map(([name, value]) => [name, inUnit(value, answers)])
  const booking = {
    id,
    ctime: bookingTime(ctimeMs),
    mtime: bookingTime(mtimeMs),
    our_ref,
    vehicle_id,
    vehicle_our_ref,
    when: whenOf(record, answers),
    ...others,
    from_position: positionIn(from_position, answers),
    to_position: positionIn(to_position, answers),
    totals: Object.fromEntries(amountsInUnit),
  }
  return withNumbers(booking, answers) as Json
}

function whenOf({ ctimeMs, pickUpMs }: BookingRecord, { bookingWhen }: GapAnswers): string {
  const atMs = pickUpMs ?? ctimeMs
  switch (bookingWhen) {
    case 'now':
      return pickUpMs === null ? 'now' : vehicleTime(atMs)
    case 'time':
      return vehicleTime(atMs)
    case 'seconds':
      return String(Math.floor(atMs / 1000))
  }
}

function positionIn({ lat, lng }: VehicleRecord['position'], { positions }: GapAnswers): unknown {
  switch (positions) {
    case 'lat-lng':
      return { lat, lng }
    case 'whole-names':
      return { latitude: lat, longitude: lng }
    case 'geojson':
      return {
        type: 'Point',
        coordinates: [lng, lat],
      }
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
  const members = Object.entries(value)
  const converted = members.map(([name, inner]) => [name, withNumbers(inner, answers)])
  return Object.fromEntries(converted)
}

function put(target: Json, name: string, value: unknown, answers: GapAnswers): void {
  if (value !== undefined) target[name] = value
  else if (answers.optionalFields === 'null') target[name] = null
}

function putFact(target: Json, name: string, value: unknown, answers: GapAnswers): void {
  const isPrice = priceFields.has(name)
  const shown = isPrice ? inUnit(value, answers) : value
  put(target, name, shown, answers)
}

/** An amount in the unit of the gap options; texts as they are. */
function inUnit(value: unknown, { priceUnit }: GapAnswers): unknown {
  const isInMinor = priceUnit === 'minor'
  if (isInMinor && typeof value === 'number') return Math.round(value * 100)
  return value
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

function withoutZone(ms: number): string {
  return vehicleTime(ms).slice(0, -1)
}

/** §2.4: `2026-05-01 08:30:00.250 GMT`. */
function bookingTime(ms: number): string {
  const [day, clock] = withoutZone(ms).split('T')
  return `${day} ${clock} GMT`
}

/**
 * §2.2: `2026-05-01T08:30:00.250+00:00`, or one of the other ways to write a numeric UTC offset.
 */
function searchTime(ms: number, { mtime, searchTime: spelling }: GapAnswers): string {
  if (mtime === 'other-zone') return zoneTime(ms)
  const time = withoutZone(ms)
  switch (spelling) {
    case 'fraction':
      return `${time}+00:00`
    case 'seconds':
      return `${time.slice(0, 19)}+00:00`
    case 'basic-offset':
      return `${time}+0000`
    case 'z':
      return `${time}Z`
  }
}

const MONTEVIDEO_OFFSET_MS = -3 * 3_600_000

/** The same instant in the time of Montevideo. */
function zoneTime(ms: number): string {
  const local = withoutZone(ms + MONTEVIDEO_OFFSET_MS)
  return `${local}-03:00`
}
