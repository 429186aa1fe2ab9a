// Apart from the schemas, which pages do not load.

/** Vehicles of one request for times to a pick-up. */
export const TIMED_MAXIMUM = 2_000
/** Vehicles of one request for waiting times. */
export const WAITED_MAXIMUM = 20_000
/** Farther from a road than this, a vehicle has no time. */
export const OFF_ROAD_METRES = 200
/** Longer journeys have no time. */
export const SECONDS_MAXIMUM = 3_600
/** Radius of a wait map. */
export const WAIT_RADIUS_MAXIMUM = 20_000

/** Kinds of vehicles that differ on the road, in the order of their numbers in requests. */
export const ROAD_KINDS = ['car', 'motorbike', 'bicycle'] as const
export type RoadKind = (typeof ROAD_KINDS)[number]

// The interface lists no type keys: common words, of which "motor" is not a bike's alone.
const MOTORBIKE = /motor[ _-]?(bike|cycle|scooter)|moped|^moto$/i
const BICYCLE = /bike|cycle|scooter/i

/** Of a vehicle type key: a car, unless it says otherwise. */
export function roadKindOf(type: string | null | undefined): RoadKind {
  const text = type?.slice(0, 128) ?? ''
  if (MOTORBIKE.test(text)) return 'motorbike'
  return BICYCLE.test(text) ? 'bicycle' : 'car'
}
