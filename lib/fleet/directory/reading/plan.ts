import type { Clock } from '@/lib/app/clock'
import type { Directory } from '@/lib/fleet/directory/directory'
import { isOfFuture, type VehicleFacts } from '@/lib/fleet/directory/facts'
import { parseTime } from '@/lib/interface/times'

/** A vehicle on a map, as lib/live lists it; one in two areas comes twice. */
export interface WatchedVehicle {
  readonly record: { readonly id: string; readonly mtime: string | null }
  /** From the centre of its area. */
  readonly distanceMetres: number
}

/** Order of readings: lower first. */
export const PRIORITY = { requested: 0, unread: 1, again: 2 } as const

/** A record that is to be read. */
export interface WantedRecord {
  readonly id: string
  readonly priority: number
  readonly distanceMetres: number
  /** Time of the facts that are to be replaced; 0 for none. With newer ones it need not be read. */
  readonly readAtMs: number
}

export interface PlanSource {
  readonly directory: Directory
  readonly watched: () => Iterable<WatchedVehicle>
  readonly clock: Clock
}

const VEHICLES_AT_ONCE = 2000

/**
 * Chooses which records to read next, without sorting a city.
 * @param isHeld whether a record is not to be read now: in progress, or failed lately
 * @returns the first `count` in their order, and how many vehicles were never read
 */
export async function planReading(
  { directory, watched, clock }: PlanSource,
  requested: Iterable<WantedRecord>,
  isHeld: (id: string) => boolean,
  count: number,
) {
  const nowMs = clock.now()
  let best: WantedRecord[] = []
  function add(wanted: WantedRecord): void {
    if (isHeld(wanted.id)) return
    best.push(wanted)
    if (best.length >= 4 * count + 100) best = firstOf(best, count)
  }
  for (const wanted of requested) add(wanted)
  const unread = new Set<string>()
  let seen = 0
  for (const { record, distanceMetres } of watched()) {
    const { id } = record
    const facts = directory.factsOf(id)
    if (!facts || facts.readAtMs === 0) {
      unread.add(id)
      add({ id, priority: PRIORITY.unread, distanceMetres, readAtMs: 0 })
    } else if (isDue(facts, record.mtime, nowMs)) {
      add({ id, priority: PRIORITY.again, distanceMetres, readAtMs: facts.readAtMs })
    }
    if (++seen % VEHICLES_AT_ONCE === 0) await clock.yieldToEventLoop()
  }
  return { wanted: firstOf(best, count), unread: unread.size }
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Age to read a record again at: before it is forgotten, with time left for a whole city. */
const OLD_MS = 20 * HOUR_MS
/**
 * Many services move `mtime` with every position report: a newer one is a
 * reason this late at first.
 */
const FIRST_NEWER_MS = 30 * MINUTE_MS
const FIRST_MISSING_MS = 10 * MINUTE_MS

/**
 * Whether a record is to be read again: when it is old, sooner when it is missing
 * or the vehicle has changed.
 * @param mtime of the vehicle's search object
 */
function isDue(facts: VehicleFacts, mtime: string | null, nowMs: number): boolean {
  const ageMs = nowMs - facts.readAtMs
  if (ageMs >= OLD_MS || isOfFuture(facts, nowMs)) return true
  // Twice as late after each reading: of no record, or of one with the same names.
  const delay = 2 ** facts.repeats
  if (facts.isMissing) return ageMs >= FIRST_MISSING_MS * delay
  if (ageMs < FIRST_NEWER_MS * delay) return false
  if (mtime === null || facts.mtimeMs === null) return false
  const mtimeMs = parseTime(mtime)?.epochMs ?? 0
  return mtimeMs > facts.mtimeMs
}

/** The first in order, each id once. */
function firstOf(wanted: readonly WantedRecord[], count: number): WantedRecord[] {
  const sorted = [...wanted].sort(
    (a, b) => a.priority - b.priority || compare(a.distanceMetres, b.distanceMetres),
  )
  const first = new Map<string, WantedRecord>()
  for (const record of sorted) {
    if (first.size === count) break
    if (!first.has(record.id)) first.set(record.id, record)
  }
  return [...first.values()]
}

/** Infinite distances are equal: their difference is no number. */
function compare(a: number, b: number): number {
  return a === b ? 0 : a - b
}
