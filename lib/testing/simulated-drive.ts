import type { TrailBreak, TrailPoint } from '@/lib/api/contract/recording'
import type { Position } from '@/lib/interface/resources'
import { seededRandom } from './maps/held-out-houses'

/** The first list of a drive; milliseconds since the epoch. */
const DRIVE_BEGINS_MS = Date.parse('2026-05-01T16:00:00Z')
export const LIST_MS = 5_000
const METRES_A_DEGREE = 111_320

/**
 * A vehicle that drives for some minutes, stands for 3 to 20, and so on; on the way it waits
 * at lights for 60 s at most.
 * @param noiseMetres standard deviation of its positions
 */
export function simulatedDrive(seed: number, noiseMetres: number) {
  const below = seededRandom(seed)
  const random = () => below(1_000_000) / 1_000_000
  // Twelve uniform numbers make a normal one, near enough.
  const normal = () => Array.from({ length: 12 }, random).reduce((sum, one) => sum + one, -6)
  const points: TrailPoint[] = []
  const stops: { fromMs: number; toMs: number; position: Position }[] = []
  let lat = 51.5
  let lng = -0.1
  let atMs = DRIVE_BEGINS_MS
  let bearing = random() * 2 * Math.PI

  function list(): void {
    const scale = noiseMetres / METRES_A_DEGREE
    const north = normal() * scale
    const east = normal() * scale
    points.push(
      pointAt(atMs, { lat: lat + north, lng: lng + east / Math.cos((lat * Math.PI) / 180) }),
    )
    atMs += LIST_MS
  }

  function drive(lists: number): void {
    for (let n = 0; n < lists; n++) {
      const metres = ((15 + random() * 45) / 3.6) * (LIST_MS / 1000)
      bearing += (random() - 0.5) * 0.3
      lat += (Math.cos(bearing) * metres) / METRES_A_DEGREE
      lng += (Math.sin(bearing) * metres) / METRES_A_DEGREE / Math.cos((lat * Math.PI) / 180)
      list()
    }
  }

  for (let n = 0; n < 4; n++) {
    drive(15 + below(40))
    for (let waits = below(12); waits > 0; waits--) list()
    drive(15 + below(40))
    const fromMs = points.at(-1)?.atMs ?? 0
    for (let lists = 36 + below(200); lists > 0; lists--) list()
    stops.push({ fromMs, toMs: atMs - LIST_MS, position: { lat, lng } })
  }
  drive(20)
  return { points, stops }
}

/** Time in ms of a number of seconds after the start of a drive. */
export const at = (seconds: number) => DRIVE_BEGINS_MS + seconds * 1000

export const breakAt = (from: number, to: number, reason: TrailBreak['reason']): TrailBreak => ({
  kind: 'break',
  fromMs: at(from),
  toMs: at(to),
  reason,
  problem: null,
})

/** A position that was listed for a moment, or until `lastMs`. */
export function pointAt(
  atMs: number,
  position: Position,
  fields: Partial<TrailPoint> = {},
): TrailPoint {
  const { lat, lng } = position
  const reportedAt = new Date(atMs - 2_000).toISOString()
  const report = { status: 'available', reportedAt, lastReportedAt: reportedAt }
  return { atMs, lastMs: atMs, lat, lng, ...report, ...fields }
}
