/** Vehicles of one request for times to a pick-up. */
export const TIMED_MAXIMUM = 2_000
/** Vehicles of one request for waiting times. */
export const WAITED_MAXIMUM = 20_000
/** Farther from a road than this, a vehicle has no time. */
export const OFF_ROAD_METRES = 200
/** Longer journeys have no time. */
export const SECONDS_MAXIMUM = 3_600
export const WAIT_RADIUS_MAXIMUM = 20_000

/** Kinds of vehicles that differ on the road, in the order of their numbers in requests. */
export const ROAD_KINDS = ['car', 'motorbike', 'bicycle'] as const
export type RoadKind = (typeof ROAD_KINDS)[number]

// The interface lists no type keys: common words, of which "motor" is not a bike's alone.
const MOTORBIKE = /motor[ _-]?(bike|cycle|scooter)|moped|^moto$/i
const BICYCLE = /bike|cycle|scooter/i

/** Kind of a vehicle type key: a car, unless it says otherwise. */
export function roadKindOf(type: string | null | undefined): RoadKind {
  const text = type?.slice(0, 128) ?? ''
  if (MOTORBIKE.test(text)) return 'motorbike'
  return BICYCLE.test(text) ? 'bicycle' : 'car'
}

/**
 * Without traffic, at the usual speed of the vehicle's kind on each class of road,
 * with turns and crossings.
 */
export interface RoadTime {
  readonly seconds: number
  readonly metres: number
}

/**
 * `off-road`: more than 200 m from any road. `none`: no way within an hour. `not-asked`:
 * beyond a router's maximum.
 */
export type RoadAnswer = RoadTime | 'off-road' | 'none' | 'not-asked'

/** CITY_DIR, the demo city, or ROUTER_URL. */
export type RoadSource = 'city' | 'demo-city' | 'router'

/** Data of `POST /api/roads/times`; `times` in the order of the request. */
export interface RoadTimes {
  /** `none`: no road graph here, or the pick-up is not on it; then every time is `none`. */
  readonly state: 'ready' | 'building' | 'failed' | 'none'
  readonly source: RoadSource | null
  /** Whether the pick-up is more than 200 m from any road. */
  readonly isOffRoad: boolean
  /**
   * No vehicle travels faster, in km/h: farther vehicles that were not asked for need
   * at least distance / speed.
   */
  readonly fastestKmh: number | null
  readonly times: readonly RoadAnswer[]
}

/** A way on the roads. */
interface RoadWay extends RoadTime {
  readonly points: readonly (readonly [lat: number, lng: number])[]
}

/** Data of `POST /api/roads/path`: null where there is no way. */
export interface RoadPath {
  readonly path: RoadWay | null
}

/** Classes of streets, in the order of their numbers in answers. `main`: motorway to primary. */
export const STREET_CLASSES = ['main', 'secondary', 'street'] as const

/** Of the roads that streets and waits are answered from. */
export interface RoadGraphState {
  readonly state: RoadTimes['state']
  /** Changes with the graph. */
  readonly version: string
}

/**
 * Query of `GET /api/roads/streets`: streets of a circle, cached by the browser as long
 * as the graph is the same.
 */
export interface RoadStreets extends RoadGraphState {
  /**
   * A street between two crossings a row: latitude and longitude in turn in millionths of a degree,
   * the first pair absolute, the others differences to the one before.
   */
  readonly streets: readonly (readonly number[])[]
  /** Index of STREET_CLASSES of each street. */
  readonly classes: readonly number[]
}

/** Data of `POST /api/roads/wait`. */
export interface RoadWaits extends RoadGraphState {
  /**
   * Seconds to the middle of each street of `RoadStreets`, in its order;
   * null for none within an hour.
   */
  readonly seconds: readonly (number | null)[]
  /** The longest wait within the circle; `name` of its street where it has one. */
  readonly longest: { readonly seconds: number | null; readonly name: string | null } | null
}
