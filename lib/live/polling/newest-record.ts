import type { VehicleSearchObject } from '@/lib/interface/resources'
import { parseTime } from '@/lib/interface/times'

/**
 * Which of two rows of one vehicle in one sweep counts: the newest mtime. Where mtime does not tell, the one read
 * later, since a vehicle that moves from one page to the next while they are read is where it was seen last.
 */
export function newestOf(earlier: VehicleSearchObject, later: VehicleSearchObject): VehicleSearchObject {
  return reportedAtMs(earlier) > reportedAtMs(later) ? earlier : later
}

function reportedAtMs({ mtime }: VehicleSearchObject): number {
  return (mtime === null ? null : parseTime(mtime))?.epochMs ?? -Infinity
}
