import { z } from 'zod'
import { positionSchema } from './places'
import { ROAD_KINDS, TIMED_MAXIMUM, WAIT_RADIUS_MAXIMUM, WAITED_MAXIMUM } from './road-limits'

/** Latitude and longitude in turn, in millionths of a degree. */
const flatPositions = (most: number) =>
  z
    .array(z.int().min(-180_000_000).max(180_000_000))
    .max(most * 2)
    .refine((values) => values.length % 2 === 0, 'latitude and longitude in turn')

/** Index of ROAD_KINDS of each vehicle; without it all are cars. */
const kindsSchema = z
  .array(
    z
      .int()
      .min(0)
      .max(ROAD_KINDS.length - 1),
  )
  .optional()
const oneKindEach = ({ from, kinds }: { from: number[]; kinds?: number[] | undefined }) =>
  kinds === undefined || kinds.length * 2 === from.length
const ONE_KIND_EACH = { path: ['kinds'], message: 'one for each position' }

/** Body of `POST /api/roads/times`: from each vehicle to the pick-up. */
export const timesRequestSchema = z
  .strictObject({ to: positionSchema, from: flatPositions(TIMED_MAXIMUM), kinds: kindsSchema })
  .refine(oneKindEach, ONE_KIND_EACH)

/** Without traffic, at the usual speed of the vehicle's kind on each class of road, with turns and crossings. */
export interface RoadTime {
  readonly seconds: number
  readonly metres: number
}

/** `off-road`: more than 200 m from any road. `none`: no way within an hour. `not-asked`: beyond a router's maximum. */
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
  /** No vehicle travels faster, in km/h: farther vehicles that were not asked for need at least distance / speed. */
  readonly fastestKmh: number | null
  readonly times: readonly RoadAnswer[]
}

/** Body of `POST /api/roads/path`. */
export const pathRequestSchema = z.strictObject({
  from: positionSchema,
  to: positionSchema,
  kind: z.enum(ROAD_KINDS).default('car'),
})

/** Data of `POST /api/roads/path`: null where there is no way. */
export interface RoadPath {
  readonly path: (RoadTime & { readonly points: readonly (readonly [lat: number, lng: number])[] }) | null
}

/** Query of `GET /api/roads/streets`: streets of a circle, cached by the browser as long as the graph is the same. */
export interface RoadStreets {
  readonly state: RoadTimes['state']
  /** Changes with the graph; part of the wait map's answer too. */
  readonly version: string
  /**
   * A street between two crossings a row: latitude and longitude in turn in millionths of a degree, the first pair
   * absolute, the others differences to the one before.
   */
  readonly streets: readonly (readonly number[])[]
}

/** Body of `POST /api/roads/wait`: from the nearest of the vehicles to every street of the circle. */
export const waitRequestSchema = z
  .strictObject({
    centre: positionSchema,
    radius: z.number().positive().max(WAIT_RADIUS_MAXIMUM),
    from: flatPositions(WAITED_MAXIMUM),
    kinds: kindsSchema,
  })
  .refine(oneKindEach, ONE_KIND_EACH)

/** Data of `POST /api/roads/wait`. */
export interface RoadWaits {
  readonly state: RoadTimes['state']
  readonly version: string
  /** Of each street of `RoadStreets`, in its order: seconds to its middle; null for none within an hour. */
  readonly seconds: readonly (number | null)[]
  /** The longest wait within the circle; `name` of its street where it has one. */
  readonly longest: { readonly seconds: number | null; readonly name: string | null } | null
}
