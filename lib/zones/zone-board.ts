import type { AreaSearch, LiveVehicle } from '@/lib/api/contract/live'
import type { ZoneBoard, ZoneList } from '@/lib/api/contract/zones'
import type { Clock } from '@/lib/app/clock'
import { formatPosition } from '@/lib/interface/position'
import { inSteps } from '@/lib/vehicles/steps'
import {
  type ClassOf,
  type CountedZones,
  countNone,
  countZones,
  type WatchedCircle,
  withSoonFree,
} from './count-zones'
import type { SoonFree } from './soon-free'
import { createZoneFinder, type ZoneFinder } from './zone-finder'

/** The list of a watched area. */
export interface WatchedList {
  readonly search: AreaSearch
  readonly size: number
  readonly ageMs: number
  /** Vehicles may be missing: its newest sweep stopped early. */
  readonly isIncomplete: boolean
  readonly vehicles: () => Iterable<LiveVehicle>
}

interface BoardSources {
  zones(): Promise<ZoneList>
  home(): Promise<WatchedCircle>
  /** Lists of the areas with subscribers. */
  lists(): Promise<Iterable<WatchedList>>
  classOf(): Promise<ClassOf>
  readonly soonFree: SoonFree
  readonly clock: Clock
}

/** A count of the zones as they are in one version of their list. */
export interface ZoneCount extends CountedZones {
  readonly zoneList: ZoneList
}

export interface Board {
  /** Counts of the zones now, for all readers of the next seconds. */
  read(): Promise<ZoneBoard>
  /** The same count, with the zone of each vehicle. */
  count(): Promise<ZoneCount>
}

interface Count extends ZoneCount {
  /** Null where no area is watched. */
  readonly list: WatchedList | null
  readonly countedAtMs: number
  readonly findZone: ZoneFinder
  readonly classOf: ClassOf
}

/** Pages ask every five seconds; a sweep takes as long. */
const KNOWN_MS = 2_000

export function createZoneBoard(sources: BoardSources): Board {
  const { clock, soonFree } = sources
  let findZone: ZoneFinder = () => -1
  let foundZones: ZoneList | null = null
  let known: Promise<Count> | null = null

  /** Finds positions in the newest zones. */
  function finderOf(list: ZoneList): ZoneFinder {
    if (foundZones?.version !== list.version) findZone = createZoneFinder(list.zones)
    foundZones = list
    return findZone
  }

  async function countNow(): Promise<Count> {
    const [zoneList, home, lists, classOf] = await Promise.all([
      sources.zones(),
      sources.home(),
      sources.lists(),
      sources.classOf(),
    ])
    const { zones } = zoneList
    const finder = finderOf(zoneList)
    const list = chooseList(home, lists)
    if (!list) {
      return {
        zoneList,
        list,
        countedAtMs: clock.now(),
        findZone: finder,
        classOf,
        counts: countNone(zones),
        placed: [],
      }
    }
    const steps = countZones({
      zones,
      findZone: finder,
      vehicles: zones.length === 0 ? [] : list.vehicles(),
      circle: list.search,
      isIncomplete: list.isIncomplete,
      classOf,
    })
    const { counts, placed } = await inSteps(steps, clock)
    const countedAtMs = clock.now()
    return { zoneList, list, countedAtMs, findZone: finder, classOf, counts, placed }
  }

  function count(): Promise<Count> {
    if (known) return known
    const counting = countNow()
    known = counting
    const forget = () => {
      known = null
    }
    // Not kept for longer: it holds a list of all vehicles.
    clock.after(KNOWN_MS, forget)
    counting.catch(forget)
    return counting
  }

  return {
    count,
    async read() {
      const { list, counts, classOf, countedAtMs: nowMs, findZone: finder } = await count()
      if (!list) return { ageMs: null, nowMs, zones: counts }
      const ends = soonFree.ends(list.vehicles, classOf)
      const zones = ends ? withSoonFree(counts, ends, finder) : counts
      return { ageMs: list.ageMs, nowMs, zones }
    },
  }
}

/** The home area where it is watched; else the area of any type with the most vehicles. */
function chooseList(home: WatchedCircle, lists: Iterable<WatchedList>): WatchedList | null {
  const homeName = formatPosition(home.position)
  let largest: WatchedList | null = null
  for (const list of lists) {
    const { position, radius, type } = list.search
    if (type !== null) continue
    if (radius === home.radius && formatPosition(position) === homeName) return list
    if (!largest || list.size > largest.size) largest = list
  }
  return largest
}
