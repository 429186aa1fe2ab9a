import type { LiveVehicle } from '@/lib/api/contract/live'
import type { Clock } from '@/lib/app/clock'
import { distanceMetres } from '@/lib/interface/geometry'
import type { Position } from '@/lib/interface/resources'
import type { ClassOf } from './count-zones'

/** A journey that is under way. */
export interface UnderWay {
  readonly vehicleId: string
  /** The drop-off. */
  readonly to: Position
}

interface SoonFreeSources {
  /** The newest first. */
  journeys(): Promise<readonly UnderWay[]>
  /** Road time; null where no way is known. */
  secondsTo(from: Position, to: Position): Promise<number | null>
  readonly clock: Clock
}

interface Ride {
  readonly from: Position
  readonly to: Position
  readonly metres: number
}

/** A vehicle is soon free when it is at most this far from its drop-off. */
const SOON_SECONDS = 10 * 60
/** No vehicle drives further in that time. */
const FARTHEST_METRES = 15_000
/** Road times of one round; the nearest to their ends come first. */
const RIDES_MAXIMUM = 60
const KNOWN_MS = 15_000

export type SoonFree = ReturnType<typeof createSoonFree>

/** Where busy vehicles will be free within ten minutes, worked out beside the counts. */
export function createSoonFree({ journeys, secondsTo, clock }: SoonFreeSources) {
  let ends: readonly Position[] | null = null
  let readAtMs = Number.NEGATIVE_INFINITY
  let isReading = false

  async function read(vehicles: () => Iterable<LiveVehicle>, classOf: ClassOf): Promise<void> {
    const rides = ridesOf(vehicles, classOf, await journeys())
    const found: Position[] = []
    let isAnyKnown = false
    for (const { from, to } of rides) {
      const seconds = await secondsTo(from, to)
      if (seconds === null) continue
      isAnyKnown = true
      if (seconds <= SOON_SECONDS) found.push(to)
    }
    const isKnown = isAnyKnown || rides.length === 0
    ends = isKnown ? found : null
  }

  return {
    /**
     * Drop-offs that a busy vehicle reaches soon, as last worked out; null where no road time is
     * known. Begins the next round.
     */
    ends(vehicles: () => Iterable<LiveVehicle>, classOf: ClassOf): readonly Position[] | null {
      const nowMs = clock.monotonicNow()
      if (!isReading && nowMs - readAtMs >= KNOWN_MS) {
        isReading = true
        readAtMs = nowMs
        void read(vehicles, classOf)
          .catch(() => {
            ends = null
          })
          .finally(() => {
            isReading = false
          })
      }
      return ends
    },
  }
}

function ridesOf(
  vehicles: () => Iterable<LiveVehicle>,
  classOf: ClassOf,
  journeys: readonly UnderWay[],
): Ride[] {
  const ends = newestEnds(journeys)
  if (ends.size === 0) return []
  const rides: Ride[] = []
  for (const { id, position, status } of vehicles()) {
    const to = ends.get(id)
    if (!to || !position || classOf(status) !== 'busy') continue
    const metres = distanceMetres(position, to)
    if (metres <= FARTHEST_METRES) rides.push({ from: position, to, metres })
  }
  rides.sort((a, b) => a.metres - b.metres)
  return rides.slice(0, RIDES_MAXIMUM)
}

/** Drop-offs by vehicle: a booking that was never ended must not hide the one after it. */
function newestEnds(journeys: readonly UnderWay[]): ReadonlyMap<string, Position> {
  const ends = new Map<string, Position>()
  for (const { vehicleId, to } of journeys) {
    if (!ends.has(vehicleId)) ends.set(vehicleId, to)
  }
  return ends
}
