import { createDemoFleet } from '@/lib/reference/demo/demo-fleet'
import { metresDriven, secondsToDrive } from '@/lib/reference/demo/driving'
import { homePlaceOf } from '@/lib/reference/demo/home-places'
import {
  createStreets,
  type Offset,
  pointAlong,
  type Staircase,
  staircaseMetres,
} from '@/lib/reference/demo/streets'
import { createExampleBooking } from '@/lib/reference/example-booking'
import {
  METRES_PER_DEGREE,
  medianPosition,
  type Position,
  toRadians,
  wrapLng,
} from '@/lib/reference/geo'
import { hash, hexOf, unit } from '@/lib/reference/hash'
import { exampleHooks, type VehicleFacts, type VehicleRecord } from '@/lib/reference/resources'
import { type Fleet, UNKNOWN_TYPE } from './fleet'

/** A vehicle of a fleet file; absent values are left out. */
export interface FileRow {
  id: string
  position: Position
  status: string
  activeBookingId: string | null
  ctimeMs?: number
  mtimeMs?: number
  /** Age of the last report when the file was recorded, to shift timestamps to now. */
  lagMs?: number
  facts: Partial<VehicleFacts>
}

export interface Moving {
  /** Share of the available vehicles that make trips, 0…1; default 0.1. */
  moving?: number
  seed?: number
}

/** Beyond this latitude no vehicle makes trips. */
const MOVING_LATITUDE_MAXIMUM = 80

/** Interval of reports at rest. */
const REPORT_SECONDS = 20

/**
 * The fleet of a file: at least one row, ids and references each only once.
 * @throws RangeError for a share not 0…1
 */
export function createFileFleet(
  rows: FileRow[],
  name: string,
  { moving = 0.1, seed = 1 }: Moving = {},
): Fleet {
  const isShare = moving >= 0 && moving <= 1
  if (!isShare) throw new RangeError(`moving is ${moving}, expected 0…1`)
  const size = rows.length
  const lats = Float64Array.from(rows, (row) => row.position.lat)
  const lngs = Float64Array.from(rows, (row) => row.position.lng)
  const moves = rows.map(({ status, position }, index) => {
    const isNearPole = Math.abs(position.lat) > MOVING_LATITUDE_MAXIMUM
    const canMove = status === 'available' && !isNearPole
    return canMove && unit(seed, index, 1) < moving
  })
  const typesOfRows = new Set(rows.map((row) => row.facts.type ?? ''))
  const types = [...typesOfRows].filter(Boolean).slice(0, UNKNOWN_TYPE)
  const codes = new Map(types.map((type, code) => [type, code]))
  const ids = new Map(rows.map((row, index) => [row.id, index]))
  const ourRefs = new Map(rows.map((row, index) => [row.facts.our_ref, index]))
  const tripAt = createRoundTrips(seed)
  const centre = medianPosition(lats, lngs)
  const place = homePlaceOf(centre)
  // Prefer a vehicle with a reference for the example booking.
  const named = rows.findIndex((row) => row.facts.our_ref)
  const booked = Math.max(0, named)

  const beside = (offset: Offset): Position => {
    const position = { ...centre }
    moveBy(offset, position)
    return {
      lat: clamp(position.lat, 90),
      lng: position.lng,
    }
  }
  // Streets of a place anywhere on Earth are not known: these are clearly invented.
  const journey = {
    from: {
      position: beside({ east: -290, north: 340 }),
      label: '14 Lantern Street',
    },
    to: {
      position: beside({ east: 670, north: -650 }),
      label: 'Quayside Station',
    },
  }

  function locate(index: number, nowMs: number, out: Position): void {
    out.lat = lats[index]!
    out.lng = lngs[index]!
    if (!moves[index]) return
    const seconds = Math.floor(nowMs / 1000)
    const { offset } = tripAt(index, seconds)
    const isAtHome = offset.east === 0 && offset.north === 0
    if (!isAtHome) moveBy(offset, out)
  }

  function record(index: number, nowMs: number): VehicleRecord {
    const row = rows[index]!
    const { id, status, activeBookingId, ctimeMs, lagMs, facts } = row
    const seconds = Math.floor(nowMs / 1000)
    const reportedAt = Math.floor(seconds / REPORT_SECONDS) * REPORT_SECONDS
    const mtimeMs = lagMs === undefined ? row.mtimeMs : reportedAt * 1000 - lagMs
    const position: Position = { lat: 0, lng: 0 }
    locate(index, nowMs, position)
    const still = {
      id,
      ctimeMs,
      mtimeMs,
      status,
      active_booking_id: activeBookingId,
      position,
      facts,
    }
    if (!moves[index]) return still
    const { trip, isAway, backAt } = tripAt(index, seconds)
    if (!isAway) {
      // One more report on return.
      const home = seconds >= backAt ? backAt : 0
      const lastReport = Math.max(home, reportedAt)
      return { ...still, mtimeMs: lastReport * 1000 }
    }
    return {
      ...still,
      mtimeMs: seconds * 1000,
      status: 'busy',
      active_booking_id: `b${hexOf(seed, index, trip)}`,
    }
  }

  return {
    fingerprint: `file ${name} ${size} ${seed} ${moving}`,
    centre,
    size,
    lats,
    lngs,
    reachMetres: Float32Array.from(moves, (does) => (does ? ROUND_TRIP_METRES : 0)),
    types,
    typeCodes: Uint8Array.from(rows, ({ facts }) => codes.get(facts.type ?? '') ?? UNKNOWN_TYPE),
    locate,
    record,
    isOffline: (index) => rows[index]!.status === 'offline',
    findById: (id) => ids.get(id) ?? -1,
    findByOurRef: (ourRef) => ourRefs.get(ourRef) ?? -1,
    // A file may lack fields: the example vehicle is invented, complete, and not in the fleet.
    exampleVehicle: (nowMs) => {
      const vehicle = inventedVehicle(centre, nowMs)
      return { ...vehicle, id: 'v-example' }
    },
    exampleBooking: (nowMs) => {
      const vehicle = record(booked, nowMs)
      return createExampleBooking(vehicle, journey, place, exampleHooks, nowMs)
    },
  }
}

function inventedVehicle({ lat, lng }: Position, nowMs: number): VehicleRecord {
  const centre = { lat: clamp(lat, 75), lng }
  const fleet = createDemoFleet({ centre, vehicles: 1 })
  return fleet.record(0, nowMs)
}

/** A latitude within the limit, north or south. */
function clamp(lat: number, limit: number): number {
  return Math.max(-limit, Math.min(limit, lat))
}

function moveBy({ east, north }: Offset, position: Position): void {
  const metresPerDegreeLng = METRES_PER_DEGREE * Math.cos(toRadians(position.lat))
  const lat = position.lat + north / METRES_PER_DEGREE
  const lng = wrapLng(position.lng + east / metresPerDegreeLng)
  position.lat = toMillionths(lat)
  position.lng = toMillionths(lng)
}

function toMillionths(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6
}

/** A trip out and back within 15 minutes, at a bicycle's speed. */
const TRIP_SECONDS = 900
const SPAN = 3
/** Largest distance of a round trip: SPAN blocks of 120 m with the largest offsets, diagonally. */
const ROUND_TRIP_METRES = 640
const SLOWEST = 3.5
const FASTEST = 6.5

/** Trips that end at their start, so that a vehicle keeps its position of the file. */
function createRoundTrips(seed: number) {
  const streets = createStreets(seed)
  const way: Staircase = {
    fromEast: 0,
    fromNorth: 0,
    turnEast: 0,
    toEast: 0,
    toNorth: 0,
  }
  /** Offset from the vehicle's position in the file, and seconds since 1970. */
  const result = {
    offset: { east: 0, north: 0 },
    trip: 0,
    isAway: false,
    leftAt: 0,
    backAt: 0,
  }

  /** @returns one object, overwritten by the next call */
  return function tripAt(index: number, seconds: number) {
    const corner = hash(seed, index, 2) % 10_000
    const phase = hash(seed, index, 3) % TRIP_SECONDS
    const trip = Math.floor((seconds - phase) / TRIP_SECONDS)
    const beganAt = trip * TRIP_SECONDS + phase
    const luck = hash(seed + 1, index, trip)
    const east = (luck % (2 * SPAN + 1)) - SPAN
    const north = ((luck >>> 5) % (2 * SPAN + 1)) - SPAN
    // Each vehicle starts at a crossing of its part of the lattice.
    const turn = Math.round((east * ((luck >>> 10) & 15)) / 15)
    const homeAvenue = streets.avenue(corner)
    const homeStreet = streets.street(corner)
    way.turnEast = streets.avenue(corner + turn) - homeAvenue
    way.toEast = streets.avenue(corner + east) - homeAvenue
    way.toNorth = streets.street(corner + north) - homeStreet

    const metres = staircaseMetres(way)
    const pace = (luck >>> 14) / 0x4_0000
    const speed = SLOWEST + pace * (FASTEST - SLOWEST)
    const delaySeconds = (luck >>> 8) % 120
    const leftAt = beganAt + delaySeconds
    const driven = metresDriven(Math.max(0, seconds - leftAt), speed)
    // Beyond the far end, the same way back.
    const fromHome = Math.max(0, Math.min(driven, 2 * metres - driven))
    result.leftAt = leftAt
    result.backAt = leftAt + Math.ceil(secondsToDrive(2 * metres, speed))
    result.trip = trip
    result.isAway = seconds >= leftAt && seconds < result.backAt
    pointAlong(way, result.isAway ? fromHome : 0, result.offset)
    streets.turn(result.offset)
    return result
  }
}
