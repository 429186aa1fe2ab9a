type Tags = Readonly<Record<string, string>>

/** Kilometres an hour where the map does not say, and the most where it does. */
export const ROAD_SPEEDS: Readonly<Record<string, number>> = {
  motorway: 90,
  trunk: 60,
  primary: 45,
  secondary: 45,
  tertiary: 40,
  unclassified: 40,
  residential: 35,
  living_street: 20,
  road: 30,
}

/** The one that is most about cars first. */
const ACCESS_KEYS: readonly string[] = ['motorcar', 'motor_vehicle', 'vehicle', 'access']
const CLOSED = ['no', 'private']
const KMH_PER_MPH = 1.609344

/** `trunk_link` is a trunk road. */
export function roadClassOf({ highway = '' }: Tags): string {
  return highway.replace(/_link$/, '')
}

/** Whether a car may use a way. */
export function isDrivable(tags: Tags, speeds = ROAD_SPEEDS, keys = ACCESS_KEYS): boolean {
  return tags.area !== 'yes' && roadClassOf(tags) in speeds && mayEnter(tags, keys) !== false
}

/** By the first of the keys that the map has. @returns null where it has none */
export function mayEnter(tags: Tags, keys = ACCESS_KEYS): boolean | null {
  const key = keys.find((name) => tags[name] !== undefined)
  return key === undefined ? null : !CLOSED.includes(tags[key]!)
}

/** The direction of travel against that of the way. Motorways and roundabouts are one-way unless the map denies it. */
export function directionOf(tags: Tags): 'both' | 'forwards' | 'backwards' {
  const { oneway, junction, highway } = tags
  if (oneway === '-1' || oneway === 'reverse') return 'backwards'
  if (oneway === 'yes' || oneway === 'true' || oneway === '1') return 'forwards'
  if (oneway === 'no') return 'both'
  return junction === 'roundabout' || junction === 'circular' || highway === 'motorway' ? 'forwards' : 'both'
}

/** Kilometres an hour: as signposted, at most the usual ones of the class. */
export function speedOf(tags: Tags, speeds = ROAD_SPEEDS): number {
  const usual = speeds[roadClassOf(tags)]!
  const [, number, unit] = /^(\d+(?:\.\d+)?)\s*(mph|km\/h)?$/.exec(tags.maxspeed?.trim() ?? '') ?? []
  const limit = Number(number) * (unit === 'mph' ? KMH_PER_MPH : 1)
  return limit >= 5 ? Math.min(Math.round(limit), usual) : usual
}
