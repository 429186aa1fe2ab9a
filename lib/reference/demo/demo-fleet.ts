import { createExampleBooking } from '@/lib/reference/example-booking'
import type { Fleet } from '@/lib/reference/fleets/fleet'
import { METRES_PER_DEGREE, type Position, toRadians, wrapLng } from '@/lib/reference/geo'
import { hash, unit } from '@/lib/reference/hash'
import type { VehicleRecord } from '@/lib/reference/resources'
import { inventFacts, modelCodeOf } from './demo-facts'
import { models } from './demo-models'
import { createDemoMotion, TERRITORY_METRES } from './demo-motion'
import { idOf, numberAtEnd, ourRefOf } from './demo-refs'
import { homePlaceOf } from './home-places'
import { BLOCK_METRES, createStreets, type Offset } from './streets'

/** Latitude in degrees beyond which the flat town plan is too distorted. */
export const DEMO_LATITUDE_MAXIMUM = 75
export const DEMO_VEHICLES_MAXIMUM = 1_000_000

/** Constant properties of a vehicle. */
const DRIVES = 0
const PARKED = 1
const STALE = 2
const OFFLINE = 3
const OUT_OF_SERVICE = 4

/**
 * Invented vehicles that drive about a town.
 * @param options centre within 75° of the equator; vehicles 1…1,000,000 (default 1500); seed, a whole number
 * @throws RangeError for a centre, number or seed out of range
 */
export function createDemoFleet(options: { centre: Position; vehicles?: number; seed?: number }): Fleet {
  const { centre, vehicles: size = 1500, seed = 1 } = options
  checkOptions(centre, size, seed)
  const place = homePlaceOf(centre)
  const streets = createStreets(seed)
  const [columns, rows] = [new Int32Array(size), new Int32Array(size)]
  const [lats, lngs] = [new Float64Array(size), new Float64Array(size)]
  const reachMetres = new Float32Array(size)
  const typeCodes = new Uint8Array(size)
  const habits = new Uint8Array(size)
  const doingAt = createDemoMotion(seed, streets, columns, rows)
  const home: Offset = { east: 0, north: 0 }
  const point: Position = { lat: 0, lng: 0 }
  const metresPerDegreeLng = METRES_PER_DEGREE * Math.cos(toRadians(centre.lat))

  function toPosition({ east, north }: Offset, out: Position): void {
    // Rounded to a decimetre here, so that search and answer use the same position.
    out.lat = Math.round((centre.lat + north / METRES_PER_DEGREE) * 1e6) / 1e6
    out.lng = Math.round(wrapLng(centre.lng + east / metresPerDegreeLng) * 1e6) / 1e6
  }

  /** Scales east and west to the latitude. */
  function stretchAt(lat: number): number {
    return Math.max(1, Math.cos(toRadians(lat)) / Math.cos(toRadians(centre.lat))) * 1.005
  }

  function homeOf(index: number): Offset {
    home.east = streets.avenue(columns[index]!)
    home.north = streets.street(rows[index]!)
    streets.turn(home)
    return home
  }

  const spread = spreadOf(size)
  for (let index = 0; index < size; index++) {
    const distance =
      spread * ringMetres(unit(seed, index, 1)) * Math.sqrt(-2 * Math.log(1 - 0.96 * unit(seed, index, 2)))
    const angle = 2 * Math.PI * unit(seed, index, 3)
    columns[index] = Math.round((distance * Math.cos(angle)) / BLOCK_METRES)
    rows[index] = Math.round((distance * Math.sin(angle)) / BLOCK_METRES)
    habits[index] = index === 0 ? DRIVES : habitOf(unit(seed, index, 4))
    typeCodes[index] = modelCodeOf(seed, index)
    toPosition(homeOf(index), point)
    reachMetres[index] = habits[index] === DRIVES ? TERRITORY_METRES * stretchAt(point.lat) : 0
    lats[index] = point.lat
    lngs[index] = point.lng
  }

  function locate(index: number, nowMs: number, out: Position): void {
    if (habits[index] === DRIVES) {
      toPosition(doingAt(index, Math.floor(nowMs / 1000)).offset, out)
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
        return { ...standing, mtimeMs: report(2 * 3600) * 1000 - 15 * 60_000 }
      case OFFLINE:
        return { ...standing, status: 'offline', mtimeMs: report(36 * 3600) * 1000 - 3_600_000 }
      case OUT_OF_SERVICE:
        return { ...standing, status: 'out_of_service', mtimeMs: report(6 * 3600) * 1000 }
    }
    const { trip, isDriving, beganAt, arrivesAt } = doingAt(index, seconds)
    // Reports every second on a trip, every 20 at rest, and at each change.
    const event = seconds >= arrivesAt ? arrivesAt : beganAt
    const mtimeMs = (isDriving ? seconds : Math.max(report(20), event)) * 1000
    const errand = unit(seed + 6, index, trip)
    if (!isDriving || errand < 0.5) return { ...standing, mtimeMs }
    const active_booking_id = `b${hash(seed + 7, index, trip)
      .toString(16)
      .padStart(8, '0')}`
    return { active_booking_id, status: errand < 0.93 ? 'busy' : 'reserved', mtimeMs }
  }

  function record(index: number, nowMs: number): VehicleRecord {
    const position: Position = { lat: 0, lng: 0 }
    locate(index, nowMs, position)
    return {
      id: idOf(seed, index),
      // Within the three years before 2026.
      ctimeMs:
        Date.UTC(2023, 0, 1) + Math.floor(unit(seed, index, 8) * 3 * 365 * 86_400) * 1000 + (index % 1000),
      ...activity(index, nowMs),
      position,
      facts: inventFacts(seed, index, place),
    }
  }

  const find = (text: string, nameOf: (index: number) => string) => {
    const index = numberAtEnd(text)
    return index >= 0 && index < size && nameOf(index) === text ? index : -1
  }

  return {
    fingerprint: `demo ${centre.lat},${centre.lng} ${size} ${seed}`,
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
    findByOurRef: (ourRef) => find(ourRef, ourRefOf),
    exampleVehicle: (nowMs) => record(0, nowMs),
    exampleBooking: (nowMs) => createExampleBooking(record(0, nowMs), centre, place, nowMs),
  }
}

function checkOptions({ lat, lng }: Position, vehicles: number, seed: number): void {
  if (!(Math.abs(lat) <= DEMO_LATITUDE_MAXIMUM) || !(Math.abs(lng) <= 180)) {
    throw new RangeError(`centre is ${lat},${lng}, expected -75…75 and -180…180`)
  }
  if (!Number.isInteger(vehicles) || vehicles < 1 || vehicles > DEMO_VEHICLES_MAXIMUM) {
    throw new RangeError(`vehicles is ${vehicles}, expected 1…${DEMO_VEHICLES_MAXIMUM}`)
  }
  if (!Number.isSafeInteger(seed)) throw new RangeError(`seed is ${seed}, expected a whole number`)
}

/** Radius and density grow with the fleet: 100,000 vehicles cover Greater London. */
const spreadOf = (size: number) => Math.min(20, Math.max(0.4, (size / 1500) ** 0.4))

/** Most vehicles are near the centre, some in a middle ring, some far out. */
const ringMetres = (share: number) => (share < 0.15 ? 1000 : share < 0.6 ? 3000 : 6000)

function habitOf(share: number): number {
  if (share < 0.8) return DRIVES
  if (share < 0.88) return PARKED
  if (share < 0.92) return STALE
  return share < 0.98 ? OFFLINE : OUT_OF_SERVICE
}
