import type { Tags } from './map-block'
import { isDrivable, mayEnter, ROAD_SPEEDS, roadClassOf, speedOf } from './road-rules'

/** Beside the demo city's: roads between a vehicle that waits and the street. */
const SPEEDS = { ...ROAD_SPEEDS, service: 15 }

export const WAY_KEYS: ReadonlySet<string> = new Set([
  ...['highway', 'area', 'oneway', 'junction', 'maxspeed', 'name', 'ref'],
  ...['motorcar', 'motor_vehicle', 'vehicle', 'access'],
])
export const NODE_KEYS: ReadonlySet<string> = new Set([
  'barrier',
  ...['motorcar', 'motor_vehicle', 'vehicle', 'access'],
])

/** Barriers that a car passes unless the map denies it. */
const PASSABLE = [
  ...['gate', 'lift_gate', 'swing_gate', 'cattle_grid', 'toll_booth', 'border_control', 'sally_port'],
  ...['entrance', 'height_restrictor', 'kerb', 'no'],
]

export const isRoad = (tags: Tags) => isDrivable(tags, SPEEDS)
export const kmhOf = (tags: Tags) => speedOf(tags, SPEEDS)
export const isServiceRoad = (tags: Tags) => roadClassOf(tags) === 'service'

/** A bollard, or a gate that is closed to cars. */
export function isBarrier(tags: Tags): boolean {
  const { barrier } = tags
  if (barrier === undefined) return false
  return !(mayEnter(tags) ?? PASSABLE.includes(barrier))
}
