import type { Position } from '@/lib/interface/resources'

export interface Circle {
  readonly position: Position
  /** Metres. */
  readonly radius: number
}

/** Longer ways are no straight line of a vehicle. */
const LONGEST_METRES = 2_000
const METRES_A_DEGREE = 111_195

/** Whether the straight line between two positions outside of a circle touches it. */
export function passesThrough(from: Position, to: Position, { position, radius }: Circle): boolean {
  const [ax, ay] = offsets(position, from)
  const [bx, by] = offsets(position, to)
  const [dx, dy] = [bx - ax, by - ay]
  const length2 = dx * dx + dy * dy
  if (length2 === 0 || length2 > LONGEST_METRES ** 2) return false
  const along = -(ax * dx + ay * dy) / length2
  return along > 0 && along < 1 && Math.hypot(ax + along * dx, ay + along * dy) <= radius
}

/** Metres east and north of the origin, on a plane: exact enough for some kilometres. */
function offsets(origin: Position, { lat, lng }: Position): [number, number] {
  const east = ((lng - origin.lng + 540) % 360) - 180
  const metresEast = METRES_A_DEGREE * Math.cos((origin.lat * Math.PI) / 180)
  return [east * metresEast, (lat - origin.lat) * METRES_A_DEGREE]
}
