import type { Directory } from '@/lib/directory/directory'
import { isDue } from './due'

/** A vehicle on a map, as lib/live lists it; one in two areas comes twice. */
export interface WatchedVehicle {
  readonly record: { readonly id: string; readonly mtime: string | null }
  /** From the centre of its area. */
  readonly distanceMetres: number
}

/** Lower first. */
export const PRIORITY = { urgent: 0, unread: 1, requested: 2, again: 3 } as const

/** A record to be read. */
export interface Wanted {
  readonly id: string
  readonly priority: number
  readonly distanceMetres: number
  /** Of the facts that are to be replaced; 0 for none. A node that has newer ones need not read. */
  readonly readAtMs: number
}

export interface Plan {
  /** The first of all that are wanted, in the order in which they are to be read. */
  readonly wanted: readonly Wanted[]
  /** Vehicles whose record was never read. */
  readonly unread: number
}

export interface PlanOptions {
  readonly directory: Pick<Directory, 'factsOf'>
  readonly watched: () => Iterable<WatchedVehicle>
  readonly requested: Iterable<Wanted>
  /** Not to be read now: in progress, or failed lately. */
  readonly isHeld: (id: string) => boolean
  readonly count: number
  readonly nowMs: number
  readonly yieldToEventLoop: () => Promise<void>
}

const VEHICLES_AT_ONCE = 2000

/** Chooses which records to read next, without sorting a city. */
export async function planReading(options: PlanOptions): Promise<Plan> {
  const { directory, watched, requested, isHeld, count, nowMs, yieldToEventLoop } = options
  let best: Wanted[] = []
  const add = (wanted: Wanted) => {
    if (isHeld(wanted.id)) return
    best.push(wanted)
    if (best.length >= 4 * count + 100) best = firstOf(best, count)
  }
  for (const wanted of requested) add(wanted)
  const unread = new Set<string>()
  let seen = 0
  for (const { record, distanceMetres } of watched()) {
    const facts = directory.factsOf(record.id)
    if (!facts || facts.readAtMs === 0) {
      unread.add(record.id)
      add({ id: record.id, priority: PRIORITY.unread, distanceMetres, readAtMs: 0 })
    } else if (isDue(facts, record.mtime, nowMs)) {
      add({ id: record.id, priority: PRIORITY.again, distanceMetres, readAtMs: facts.readAtMs })
    }
    if (++seen % VEHICLES_AT_ONCE === 0) await yieldToEventLoop()
  }
  return { wanted: firstOf(best, count), unread: unread.size }
}

/** The first in order, each id once. */
export function firstOf(wanted: readonly Wanted[], count: number): Wanted[] {
  const sorted = [...wanted].sort(
    (a, b) => a.priority - b.priority || compare(a.distanceMetres, b.distanceMetres),
  )
  const ids = new Set<string>()
  return sorted.filter(({ id }) => !ids.has(id) && ids.add(id)).slice(0, count)
}

/** Infinite distances are equal: their difference is no number. */
function compare(a: number, b: number): number {
  return a === b ? 0 : a - b
}
