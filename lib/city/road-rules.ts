import type { RoadKind } from '@/lib/api/contract/roads'

export type Tags = Readonly<Record<string, string>>

/** Kilometres an hour where the map does not say, and the most where it does. */
const SPEEDS: Readonly<Record<string, number>> = {
  motorway: 90,
  trunk: 60,
  primary: 45,
  secondary: 45,
  tertiary: 40,
  unclassified: 40,
  residential: 35,
  living_street: 20,
  road: 30,
  service: 15,
}

/**
 * How a kind of vehicle drives where the road allows it: at most so fast, and
 * seconds at a crossing besides.
 */
export interface Driving {
  readonly mostKmh: number
  readonly motorwayKmh: number
  /** Onto or over a larger road. */
  readonly giveWay: number
  /** Where more than two ends of the largest roads meet. */
  readonly equal: number
  /** The same of tertiary roads and larger. */
  readonly lights: number
  /** From 45 degrees; twice as long from 135 on. */
  readonly turn: number
}

const ANY_KMH = 255
export const DRIVING: Readonly<Record<RoadKind, Driving>> = {
  car: {
    mostKmh: ANY_KMH,
    motorwayKmh: ANY_KMH,
    giveWay: 4,
    equal: 1,
    lights: 4,
    turn: 3,
  },
  // Passes those that wait, and turns as slowly.
  motorbike: {
    mostKmh: ANY_KMH,
    motorwayKmh: ANY_KMH,
    giveWay: 3,
    equal: 1,
    lights: 2,
    turn: 3,
  },
  // Beside a motorway it is pushed.
  bicycle: {
    mostKmh: 16,
    motorwayKmh: 4,
    giveWay: 4,
    equal: 0,
    lights: 4,
    turn: 1,
  },
}

/** The one that is most about cars first. */
export const ACCESS_KEYS: readonly string[] = ['motorcar', 'motor_vehicle', 'vehicle', 'access']
const CLOSED = ['no', 'private']
const KMH_PER_MPH = 1.609344
/** Barriers that a car passes unless the map denies it. */
const PASSABLE = [
  'gate',
  'lift_gate',
  'swing_gate',
  'cattle_grid',
  'toll_booth',
  'border_control',
  'sally_port',
  'entrance',
  'height_restrictor',
  'kerb',
  'no',
]

/** `trunk_link` is a trunk road. */
function roadClassOf({ highway = '' }: Tags): string {
  return highway.replace(/_link$/, '')
}

export function isDrivable(tags: Tags): boolean {
  return tags.area !== 'yes' && roadClassOf(tags) in SPEEDS && mayEnter(tags) !== false
}

/** @returns null where the map does not say */
function mayEnter(tags: Tags): boolean | null {
  const key = ACCESS_KEYS.find((name) => tags[name] !== undefined)
  if (key === undefined) return null
  return !CLOSED.includes(tags[key]!)
}

/** A bollard, or a gate that is closed to cars. */
export function isBarrier(tags: Tags): boolean {
  if (tags.barrier === undefined) return false
  const isPassable = mayEnter(tags) ?? PASSABLE.includes(tags.barrier)
  return !isPassable
}

type Direction = 'both' | 'forwards' | 'backwards'

/**
 * The direction of travel against that of the way. Motorways and roundabouts are one-way
 * unless the map denies it.
 */
export function directionOf({ oneway, junction, highway }: Tags): Direction {
  if (oneway === '-1' || oneway === 'reverse') return 'backwards'
  if (oneway === 'yes' || oneway === 'true' || oneway === '1') return 'forwards'
  if (oneway === 'no') return 'both'
  if (junction === 'roundabout' || junction === 'circular') return 'forwards'
  return highway === 'motorway' ? 'forwards' : 'both'
}

const SPEED_LIMIT = /^(\d+(?:\.\d+)?)\s*(mph|km\/h)?$/
const LEAST_LIMIT_KMH = 5

/** Kilometres an hour: as signposted, at most the usual ones of the class. */
export function speedOf(tags: Tags): number {
  const usual = SPEEDS[roadClassOf(tags)]!
  const signpost = SPEED_LIMIT.exec(tags.maxspeed?.trim() ?? '')
  if (!signpost) return usual

  const [, number, unit] = signpost
  const limit = Number(number) * (unit === 'mph' ? KMH_PER_MPH : 1)
  if (limit < LEAST_LIMIT_KMH) return usual
  return Math.min(Math.round(limit), usual)
}
