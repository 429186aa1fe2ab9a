import type { VehicleSearchObject } from '@/lib/interface/resources'
import { parseTime } from '@/lib/interface/times'

/**
 * Picks the newer of two rows of one vehicle: by mtime, else the row read later, since a vehicle can move from one
 * page to the next during a sweep.
 */
export function newestOf(earlier: VehicleSearchObject, later: VehicleSearchObject): VehicleSearchObject {
  return reportedAtMs(earlier) > reportedAtMs(later) ? earlier : later
}

function reportedAtMs({ mtime }: VehicleSearchObject): number {
  return (mtime === null ? null : parseTime(mtime))?.epochMs ?? -Infinity
}
