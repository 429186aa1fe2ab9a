import type { AreaSearch, LiveMeta, LiveVehicle } from '@/lib/api/contract/live'
import { messageOf } from '@/lib/store/error-message'
import type {
  Observation,
  ObservedArea,
  ObservedBooking,
  ObservedService,
  ObservedWatched,
  ObservedZones,
} from './observation'

/** The home area as this node sweeps it. */
export interface SweptArea {
  /** Null before its first list. */
  readonly meta: LiveMeta | null
  vehicles(): Iterable<LiveVehicle>
}

export interface ObservedHome {
  /** Whether this node decides: the one that sweeps the area, or any where no home is set. */
  readonly isDecidedHere: boolean
  /** Null where no home is set. */
  readonly search: AreaSearch | null
  /** Null where this node does not sweep it. */
  readonly area: SweptArea | null
}

export interface AlertSources {
  /** @param isUsed whether a page shows alerts */
  home(isUsed: boolean): Promise<ObservedHome>
  watched(): Promise<readonly ObservedWatched[]>
  /** Bookings that are ahead, late or failed. */
  bookings(): Promise<readonly ObservedBooking[]>
  /** Null before the first call. */
  service(): Promise<ObservedService | null>
  /** Asked for with each list of the home area. */
  zones(): Promise<ObservedZones>
}

const WATCHED_MS = 10_000

/** Reads the sources that have something new; one that fails leaves the others. */
export function createObserver(
  sources: AlertSources,
  now: () => number,
  log: (line: string) => void,
) {
  const failing = new Set<string>()
  /** Of the list that was observed last. */
  let fetchedAt: string | null = null
  let watchedAtMs = Number.NEGATIVE_INFINITY

  /** @returns null for a source that fails, which is logged once */
  async function readOf<T>(name: string, read: () => Promise<T>): Promise<T | null> {
    try {
      const found = await read()
      failing.delete(name)
      return found
    } catch (error) {
      if (!failing.has(name)) log(`${name} cannot be observed: ${messageOf(error)}`)
      failing.add(name)
      return null
    }
  }

  /** @returns null for a list that failed, or that was observed before */
  function newListOf({ search, area }: ObservedHome): ObservedArea | null {
    const meta = area?.meta
    if (!search || !meta) return null
    if (meta.failure !== null || meta.fetchedAt === fetchedAt) return null
    fetchedAt = meta.fetchedAt
    return {
      search,
      vehicles: area.vehicles(),
      fetchedAtMs: Date.parse(meta.fetchedAt),
      mtimeServes: meta.mtimeServes ?? false,
    }
  }

  async function dueWatched(): Promise<readonly ObservedWatched[] | null> {
    if (!isOver(watchedAtMs, WATCHED_MS, now())) return null
    watchedAtMs = now()
    return readOf('the watch list', sources.watched)
  }

  return {
    home(isUsed: boolean): Promise<ObservedHome | null> {
      return readOf('the home area', () => sources.home(isUsed))
    },
    async observe(home: ObservedHome): Promise<Observation> {
      const area = newListOf(home)
      return {
        area,
        watched: await dueWatched(),
        bookings: await readOf('bookings', sources.bookings),
        service: await readOf('the service', sources.service),
        zones: area && (await readOf('the zones', sources.zones)),
        nowMs: now(),
      }
    },
    /** Observes the home area's list again, although it has not changed. */
    reset(): void {
      fetchedAt = null
    },
  }
}

/** Whether an interval is over, also where the clock was set back since it began. */
export function isOver(sinceMs: number, intervalMs: number, nowMs: number): boolean {
  const elapsedMs = nowMs - sinceMs
  return elapsedMs < 0 || elapsedMs >= intervalMs
}
