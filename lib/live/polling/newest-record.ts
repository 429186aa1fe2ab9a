import { modifiedMs, TOLERATED_SKEW_MS } from '@/lib/api/contract/annotations'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import { meansNever } from '@/lib/interface/times'

/**
 * Picks the newer of two rows of one vehicle: by mtime if both are times that can be; else the row read later, since a
 * vehicle can move from one page to the next during a sweep.
 * @param atMs arrival of the later row
 */
export function newestOf(
  earlier: VehicleSearchObject,
  later: VehicleSearchObject,
  atMs: number,
): VehicleSearchObject {
  const [before, after] = [modifiedMs(earlier.mtime), modifiedMs(later.mtime)]
  const arePlausible = before <= atMs + TOLERATED_SKEW_MS && !meansNever(later.mtime)
  return before > after && arePlausible ? earlier : later
}
