import { createHash } from 'node:crypto'
import { createDemoFleet } from '@/lib/reference/demo/demo-fleet'
import type { Fleet } from '@/lib/reference/fleets/fleet'
import { METRES_PER_DEGREE, type Position, toRadians } from '@/lib/reference/geo'
import { hash, unit } from '@/lib/reference/hash'

/** Interval at which a tenth of the fleet moves. */
export const STEP_MS = 5000

const TENTHS = 10
const LONGEST_STEP_METRES = 60

/**
 * Vehicles of which every tenth moves at every step and nothing else changes, so that the content of a refresh is
 * known exactly.
 * @param spreadMetres half the side of the square that holds them all
 */
export function createSteppingFleet(size: number, centre: Position, spreadMetres: number): Fleet {
  const facts = createDemoFleet({ centre, vehicles: size })
  const metresPerDegreeLng = METRES_PER_DEGREE * Math.cos(toRadians(centre.lat))
  const offset = (seed: number, a: number, b: number, metres: number) => (unit(seed, a, b) * 2 - 1) * metres
  const lats = new Float64Array(size).map(
    (_, index) => centre.lat + offset(1, index, 0, spreadMetres) / METRES_PER_DEGREE,
  )
  const lngs = new Float64Array(size).map(
    (_, index) => centre.lng + offset(2, index, 0, spreadMetres) / metresPerDegreeLng,
  )
  /** Number of the step at which a vehicle moved last. */
  const lastMove = (index: number, nowMs: number) => {
    const step = Math.floor(nowMs / STEP_MS)
    return step - ((step + index) % TENTHS)
  }
  const locate = (index: number, nowMs: number, out: Position) => {
    const move = lastMove(index, nowMs)
    out.lat = round((lats[index] as number) + offset(3, index, move, LONGEST_STEP_METRES) / METRES_PER_DEGREE)
    out.lng = round(
      (lngs[index] as number) + offset(4, index, move, LONGEST_STEP_METRES) / metresPerDegreeLng,
    )
  }
  return {
    ...facts,
    fingerprint: createHash('sha1').update(`stepping ${size}`).digest('hex').slice(0, 8),
    centre,
    lats,
    lngs,
    reachMetres: new Float32Array(size).fill(2 * LONGEST_STEP_METRES),
    locate,
    isOffline: () => false,
    record(index, nowMs) {
      const position = { lat: 0, lng: 0 }
      locate(index, nowMs, position)
      const mtimeMs = lastMove(index, nowMs) * STEP_MS
      const status = hash(5, index) % 4 === 0 ? 'busy' : 'available'
      return { ...facts.record(index, 0), mtimeMs, status, position, active_booking_id: null }
    },
  }
}

const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6
