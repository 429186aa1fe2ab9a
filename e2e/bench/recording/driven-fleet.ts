import { resolve } from 'node:path'
import type { LiveVehicle } from '@/lib/api/contract/live'
import { readVehicleSearchObject } from '@/lib/interface/readers'
import { createCityTown } from '@/lib/reference/city/city-town'
import { CITY_CENTRE, loadCity } from '@/lib/reference/city/load-city'
import { createDemoFleet } from '@/lib/reference/demo/demo-fleet'
import { answerGaps } from '@/lib/reference/gaps'
import { hash } from '@/lib/reference/hash'
import { presentSearchObject } from '@/lib/reference/present'
import type { VehicleRecord } from '@/lib/reference/resources'

const STREETS = 'lib/city/demo'
const START_MS = Date.UTC(2026, 0, 5, 12)
/** A sweep takes a little longer than its interval. */
const FRAME_MS = 5017
const ANSWERS = answerGaps()
/** Of 1000 drivers, those whose booking in the directory is read again in a frame. */
const BOOKINGS = 1.25

type Patch = { -readonly [Key in keyof LiveVehicle]?: LiveVehicle[Key] }

export interface Driving {
  /** Share of the vehicles that drive at all. */
  readonly drivers: number
  /** How much faster than the clock they rest between two drives. */
  readonly rest: number
}

export interface DrivenFrame {
  readonly atMs: number
  readonly records: readonly LiveVehicle[]
  /** Share of the vehicles whose position is another. */
  readonly moved: number
}

interface Driver {
  readonly index: number
  seconds: number
  readonly report: (everySeconds: number, nowSeconds: number) => number
}

/** A fleet that drives along the streets of the demo city, frame by frame as an area streams it. */
export async function* driveFleet(size: number, { drivers, rest }: Driving): AsyncGenerator<DrivenFrame> {
  const town = createCityTown(await loadCity(resolve(STREETS)), {
    ...{ name: 'montevideo', centre: CITY_CENTRE, size, seed: 1 },
  })
  const fleet = createDemoFleet({ centre: CITY_CENTRE, vehicles: size, town })
  const first = Array.from({ length: size }, (_, index) => fleet.record(index, START_MS))
  const vehicles: Driver[] = first.map((_, index) => {
    const phase = hash(1, index, 5)
    const report = (every: number, now: number) =>
      Math.floor((now - (phase % every)) / every) * every + (phase % every)
    return { index, seconds: START_MS / 1000, report }
  })
  // The service's order is not that of the fleet.
  vehicles.sort((a, b) => hash(5, a.index, 1) - hash(5, b.index, 1))
  const mayDrive = ({ status, mtimeMs }: VehicleRecord) =>
    status !== 'offline' && status !== 'out_of_service' && START_MS - (mtimeMs ?? 0) < 15 * 60_000
  const isDriver = first.map(
    (record, index) => hash(1, index, 999) % 1000 < drivers * 1000 && mayDrive(record),
  )
  let records: LiveVehicle[] = vehicles.map(({ index }) => ({
    ...readVehicleSearchObject(presentSearchObject(first[index]!, ANSWERS))!.record,
    directory: {
      ...{
        our_ref: first[index]!.facts.our_ref ?? null,
        licence_plate: first[index]!.facts.licence_plate ?? null,
      },
      active_booking_id: null,
    },
    statusSince: { atMs: START_MS - (hash(3, index, 1) % 600_000), isBeginning: hash(3, index, 2) % 4 !== 0 },
  }))

  for (let frame = 0; ; frame++) {
    const atMs = START_MS + frame * FRAME_MS
    let moved = 0
    records = records.map((before, n) => {
      const patch = patchOf(before, vehicles[n]!, n, frame, atMs)
      if (!patch) return before
      if (patch.position) moved++
      return { ...before, ...patch } as LiveVehicle
    })
    yield { atMs: atMs + 170, records, moved: moved / size }
  }

  function patchOf(
    before: LiveVehicle,
    vehicle: Driver,
    n: number,
    frame: number,
    atMs: number,
  ): Patch | null {
    const { index } = vehicle
    const readAtMs = atMs + Math.floor(n / 1000) * 8
    const now = Math.floor(readAtMs / 1000)
    const patch: Patch = { id: before.id }
    if (isDriver[index]) {
      const { position, isDriving, trip } = town.doingAt(index, Math.floor(vehicle.seconds))
      vehicle.seconds += (FRAME_MS / 1000) * (isDriving ? 1 : rest)
      if (position.lat !== before.position?.lat || position.lng !== before.position.lng)
        patch.position = { ...position }
      const errand = hash(77, index, trip) % 100
      const status = !isDriving || errand >= 75 ? 'available' : errand < 55 ? 'on_trip' : 'reserved'
      if (status !== before.status) {
        Object.assign(patch, {
          status,
          statusSince: { atMs: isDriving ? now * 1000 : readAtMs, isBeginning: true },
        })
      }
      report(patch, before, isDriving ? now : vehicle.report(20, now))
    } else if (before.status === 'available' && mayDrive(first[index]!))
      report(patch, before, vehicle.report(60, now))
    if (hash(frame, index, 8) % 1000 < BOOKINGS) {
      const active_booking_id = `b${hash(frame, index, 9).toString(16).padStart(8, '0')}`
      patch.directory = { our_ref: null, licence_plate: null, ...before.directory, active_booking_id }
    }
    return Object.keys(patch).length > 1 ? patch : null
  }

  function report(patch: Patch, before: LiveVehicle, seconds: number): void {
    const mtime = new Date(seconds * 1000).toISOString().replace('Z', '+00:00')
    if (mtime !== before.mtime) patch.mtime = mtime
  }
}
