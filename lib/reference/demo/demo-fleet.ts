import { createExampleBooking } from '@/lib/reference/example-booking'
import type { Fleet } from '@/lib/reference/fleets/fleet'
import type { Position } from '@/lib/reference/geo'
import { hash, unit } from '@/lib/reference/hash'
import { exampleHooks, type Hooks, type VehicleRecord } from '@/lib/reference/resources'
import { createBookedAhead } from './booked-ahead'
import { type BookingLife, bookingIdOf, errandOf, inventBookingLife } from './demo-bookings'
import { inventFacts, modelCodeOf } from './demo-facts'
import { models } from './demo-models'
import { idOf, numberAtEnd, ourRefOf } from './demo-refs'
import { homePlaceOf } from './home-places'
import { createLatticeTown } from './lattice-town'
import type { Town } from './town'

/** Latitude in degrees beyond which the flat town plan is too distorted. */
export const DEMO_LATITUDE_MAXIMUM = 75
export const DEMO_VEHICLES_MAXIMUM = 100_000

/** Constant properties of a vehicle. */
const DRIVES = 0
const PARKED = 1
const STALE = 2
const OFFLINE = 3
const OUT_OF_SERVICE = 4

/** Of a fleet in the demo city. */
export interface CityFleetOptions {
  vehicles?: number
  seed?: number
  /** Address that records name for their webhooks; by default one of a domain that cannot exist. */
  hooks?: string
  /** Odd references and names, for tests. */
  hostile?: boolean
}

export interface DemoFleetOptions extends CityFleetOptions {
  centre: Position
  /** Where they drive; by default an invented town around the centre. */
  town?: Town
}

/** Moment of the journey of the example booking, a long one in Montevideo. */
const EXAMPLE_SECONDS = Date.UTC(2026, 0, 5, 12, 48) / 1000

/**
 * @param options centre within 75° of the equator; vehicles 1…100,000 (default
 * 1500); seed, a whole number
 * @throws RangeError for a centre, number or seed out of range
 */
export function createDemoFleet(options: DemoFleetOptions): Fleet {
  const { centre, vehicles: size = 1500, seed = 1, hostile: isHostile = false } = options
  checkOptions(centre, size, seed)
  const town = options.town ?? createLatticeTown(centre, size, seed)
  const place = homePlaceOf(centre)
  const hooks: Hooks = (webhook) => options.hooks ?? exampleHooks(webhook)
  const lats = new Float64Array(size)
  const lngs = new Float64Array(size)
  const reachMetres = new Float32Array(size)
  const typeCodes = new Uint8Array(size)
  const habits = new Uint8Array(size)
  const point: Position = { lat: 0, lng: 0 }

  for (let index = 0; index < size; index++) {
    habits[index] = index === 0 ? DRIVES : habitOf(unit(seed, index, 4))
    typeCodes[index] = modelCodeOf(seed, index)
    if (habits[index] === DRIVES) {
      town.home(index, point)
      reachMetres[index] = town.reachMetres(index)
    } else {
      town.parking(index, point)
    }
    lats[index] = point.lat
    lngs[index] = point.lng
  }

  function locate(index: number, nowMs: number, out: Position): void {
    if (habits[index] === DRIVES) {
      const { position } = town.doingAt(index, Math.floor(nowMs / 1000))
      out.lat = position.lat
      out.lng = position.lng
    } else {
      out.lat = lats[index]!
      out.lng = lngs[index]!
    }
  }

  /** Status, booking and last report. */
  function activity(index: number, nowMs: number) {
    const seconds = Math.floor(nowMs / 1000)
    const report = (everySeconds: number) => {
      const phase = hash(seed, index, 5) % everySeconds
      return Math.floor((seconds - phase) / everySeconds) * everySeconds + phase
    }
    const standing = { active_booking_id: null, status: 'available' }
    switch (habits[index]) {
      case PARKED:
        return { ...standing, mtimeMs: report(60) * 1000 }
      case STALE:
        return {
          ...standing,
          mtimeMs: report(2 * 3600) * 1000 - 15 * 60_000,
        }
      case OFFLINE:
        return {
          ...standing,
          status: 'offline',
          mtimeMs: report(36 * 3600) * 1000 - 3_600_000,
        }
      case OUT_OF_SERVICE:
        return {
          ...standing,
          status: 'out_of_service',
          mtimeMs: report(6 * 3600) * 1000,
        }
    }
    const { trip, isDriving, beganAt, arrivesAt } = town.doingAt(index, seconds)
    // Reports every second on a trip, every 20 at rest, and at each change.
    const event = seconds >= arrivesAt ? arrivesAt : beganAt
    const lastReport = isDriving ? seconds : Math.max(report(20), event)
    const mtimeMs = lastReport * 1000
    const errand = errandOf(seed, index, trip)
    const isForCustomer = errand === 'carried' || errand === 'reserved'
    if (!isDriving || !isForCustomer) return { ...standing, mtimeMs }
    return {
      active_booking_id: bookingIdOf(seed, index, trip),
      status: errand === 'carried' ? 'busy' : 'reserved',
      mtimeMs,
    }
  }

  /** Within the three years before 2026. */
  function ctimeOf(index: number): number {
    const beganMs = Date.UTC(2023, 0, 1)
    const seconds = Math.floor(unit(seed, index, 8) * 3 * 365 * 86_400)
    return beganMs + seconds * 1000 + (index % 1000)
  }

  function record(index: number, nowMs: number): VehicleRecord {
    const position: Position = { lat: 0, lng: 0 }
    locate(index, nowMs, position)
    return {
      id: idOf(seed, index),
      ctimeMs: ctimeOf(index),
      ...activity(index, nowMs),
      position,
      facts: inventFacts(seed, index, { place, hooks, isHostile }),
    }
  }

  function bookingLife(index: number, nowMs: number): BookingLife | null {
    if (habits[index] !== DRIVES) return null
    const vehicle = {
      id: idOf(seed, index),
      ourRef: ourRefOf(index, isHostile),
      locate: (atMs: number, out: Position) => locate(index, atMs, out),
    }
    return inventBookingLife({ seed, town, place, hooks }, index, vehicle, nowMs, ahead.find)
  }

  const ahead = createBookedAhead({
    seed,
    size,
    drives: (index) => habits[index] === DRIVES,
    lifeOf: ({ index, beganAt }) => bookingLife(index, beganAt * 1000),
  })

  function exampleJourney() {
    const { trip, beganAt, arrivesAt } = town.doingAt(0, EXAMPLE_SECONDS)
    const stop = (number: number, seconds: number) => {
      const position: Position = { lat: 0, lng: 0 }
      locate(0, seconds * 1000, position)
      const label = town.addressAt(0, number, position)
      return { position, label }
    }
    return {
      from: stop(trip, beganAt),
      to: stop(trip + 1, arrivesAt),
    }
  }

  const find = (text: string, nameOf: (index: number) => string) => {
    const index = numberAtEnd(text)
    const isInFleet = index >= 0 && index < size
    return isInFleet && nameOf(index) === text ? index : -1
  }

  const oddity = isHostile ? ' hostile' : ''
  return {
    fingerprint: `demo ${town.name} ${centre.lat},${centre.lng} ${size} ${seed}${oddity}`,
    centre: { lat: centre.lat, lng: centre.lng },
    size,
    lats,
    lngs,
    reachMetres,
    types: models.map(({ type }) => type),
    typeCodes,
    locate,
    record,
    isOffline: (index) => habits[index] === OFFLINE,
    findById: (id) => find(id, (index) => idOf(seed, index)),
    findByOurRef: (ourRef) => find(ourRef, (index) => ourRefOf(index, isHostile)),
    bookingLife,
    bookingsAhead: ahead.between,
    exampleVehicle: (nowMs) => record(0, nowMs),
    exampleBooking: (nowMs) => {
      const vehicle = record(0, nowMs)
      return createExampleBooking(vehicle, exampleJourney(), place, hooks, nowMs)
    },
  }
}

function checkOptions({ lat, lng }: Position, vehicles: number, seed: number): void {
  const isCentre = Math.abs(lat) <= DEMO_LATITUDE_MAXIMUM && Math.abs(lng) <= 180
  if (!isCentre) {
    throw new RangeError(`centre is ${lat},${lng}, expected -75…75 and -180…180`)
  }
  const isInRange = vehicles >= 1 && vehicles <= DEMO_VEHICLES_MAXIMUM
  if (!Number.isInteger(vehicles) || !isInRange) {
    throw new RangeError(`vehicles is ${vehicles}, expected 1…${DEMO_VEHICLES_MAXIMUM}`)
  }
  if (!Number.isSafeInteger(seed)) {
    throw new RangeError(`seed is ${seed}, expected a whole number`)
  }
}

function habitOf(share: number): number {
  if (share < 0.8) return DRIVES
  if (share < 0.88) return PARKED
  if (share < 0.92) return STALE
  return share < 0.98 ? OFFLINE : OUT_OF_SERVICE
}
