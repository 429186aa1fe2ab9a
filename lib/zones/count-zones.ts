import type { LiveVehicle } from '@/lib/api/contract/live'
import type { StatusClass } from '@/lib/api/contract/status-readings'
import {
  WAITING_MAXIMUM,
  type WaitingVehicle,
  type Zone,
  type ZoneCounts,
  type ZoneReading,
} from '@/lib/api/contract/zones'
import { distanceFrom } from '@/lib/interface/geometry'
import type { Position } from '@/lib/interface/resources'
import { forEachInSteps, type Steps } from '@/lib/vehicles/steps'
import { middleOf, reachOf } from './shapes/geometry'
import type { ZoneFinder } from './zone-finder'

/** The meaning of a status; null for none and for an unknown word. */
export type ClassOf = (status: string | null) => StatusClass | null

export interface WatchedCircle {
  readonly position: Position
  /** Metres. */
  readonly radius: number
}

export interface CountedList {
  readonly zones: readonly Zone[]
  readonly findZone: ZoneFinder
  readonly vehicles: Iterable<LiveVehicle>
  readonly circle: WatchedCircle
  /** Vehicles may be missing anywhere in it. */
  readonly isIncomplete: boolean
  readonly classOf: ClassOf
}

/** A vehicle with a position, and its zone. */
interface PlacedVehicle {
  readonly vehicle: LiveVehicle
  /** Null outside of all. */
  readonly zone: Zone | null
}

export interface CountedZones {
  /** In the order of the zones; `soonFree` is not worked out. */
  readonly counts: readonly ZoneCounts[]
  readonly placed: readonly PlacedVehicle[]
}

/** Counts of a zone while its vehicles are added. */
class Tally {
  readonly #zone: Zone
  readonly #byClass: Record<StatusClass, number> = {
    free: 0,
    busy: 0,
    promised: 0,
    off: 0,
    out: 0,
  }
  #unknown = 0
  readonly #waiting: WaitingVehicle[] = []

  constructor(zone: Zone) {
    this.#zone = zone
  }

  add(vehicle: LiveVehicle, position: Position, statusClass: StatusClass | null): void {
    if (statusClass === null) {
      this.#unknown += 1
      return
    }
    this.#byClass[statusClass] += 1
    if (statusClass === 'free') this.#waiting.push(waitingOf(vehicle, position))
  }

  counts(reading: ZoneReading): ZoneCounts {
    const { free, busy, promised, off, out } = this.#byClass
    this.#waiting.sort((a, b) => freeSinceMs(a) - freeSinceMs(b))
    return {
      id: this.#zone.id,
      reading,
      free,
      busy,
      soonFree: null,
      reserved: promised,
      off: off + out,
      unknown: this.#unknown,
      waiting: this.#waiting.slice(0, WAITING_MAXIMUM),
    }
  }
}

function waitingOf(vehicle: LiveVehicle, position: Position): WaitingVehicle {
  const { id, directory, statusSince } = vehicle
  return { id, position, directory: directory ?? null, freeSince: statusSince ?? null }
}

/** Vehicles whose time is not known come last. */
function freeSinceMs({ freeSince }: WaitingVehicle): number {
  return freeSince?.atMs ?? Number.POSITIVE_INFINITY
}

/** Counts the vehicles of a list in each zone; each vehicle is in one zone at most. */
export function* countZones(list: CountedList): Steps<CountedZones> {
  const { zones, findZone, vehicles, circle, isIncomplete, classOf } = list
  const tallies = zones.map((zone) => new Tally(zone))
  const placed: PlacedVehicle[] = []
  yield* forEachInSteps(vehicles, (vehicle) => {
    const { position, status } = vehicle
    if (!position) return
    const at = findZone(position)
    tallies[at]?.add(vehicle, position, classOf(status))
    placed.push({ vehicle, zone: zones[at] ?? null })
  })
  const readingIn = createReadingIn(circle, isIncomplete)
  const counts = zones.map((zone, at) => (tallies[at] as Tally).counts(readingIn(zone)))
  return { counts, placed }
}

/** @param ends where busy vehicles will soon be free */
export function withSoonFree(
  counts: readonly ZoneCounts[],
  ends: readonly Position[],
  findZone: ZoneFinder,
): ZoneCounts[] {
  const soonFree = counts.map(() => 0)
  for (const end of ends) {
    const at = findZone(end)
    if (at >= 0) soonFree[at] = (soonFree[at] ?? 0) + 1
  }
  return counts.map((one, at) => ({ ...one, soonFree: soonFree[at] ?? 0 }))
}

/** Counts of zones while no area is watched. */
export function countNone(zones: readonly Zone[]): ZoneCounts[] {
  return zones.map((zone) => new Tally(zone).counts('none'))
}

function createReadingIn(
  { position, radius }: WatchedCircle,
  isIncomplete: boolean,
): (zone: Zone) => ZoneReading {
  const metresTo = distanceFrom(position)
  const holds = (point: Position) => metresTo(point) <= radius
  return ({ shape }) => {
    const isWhole =
      shape.kind === 'polygon'
        ? shape.points.every(holds)
        : metresTo(shape.centre) + shape.radius <= radius
    if (isWhole) return isIncomplete ? 'part' : 'whole'
    // A zone that only seems to reach in counts as read in part: its counts are incomplete anyway.
    return metresTo(middleOf(shape)) - reachOf(shape) < radius ? 'part' : 'none'
  }
}
