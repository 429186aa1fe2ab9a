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
