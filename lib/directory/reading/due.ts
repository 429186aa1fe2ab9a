import { isOfFuture, type VehicleFacts } from '@/lib/directory/facts'
import { parseTime } from '@/lib/interface/times'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Before the entry is forgotten, with time left for a whole city. */
const OLD_MS = 20 * HOUR_MS
/** Many services move `mtime` with every position report: a newer one is a reason this late at first. */
const FIRST_NEWER_MS = 30 * MINUTE_MS
const FIRST_MISSING_MS = 10 * MINUTE_MS

/**
 * Whether a record is to be read again: when it is old, sooner when it is missing or the vehicle has changed.
 * @param mtime of the vehicle's search object
 */
export function isDue(facts: VehicleFacts, mtime: string | null, nowMs: number): boolean {
  const ageMs = nowMs - facts.readAtMs
  if (ageMs >= OLD_MS || isOfFuture(facts, nowMs)) return true
  // Twice as late after each reading: of no record, or of one with the same names.
  if (facts.isMissing) return ageMs >= FIRST_MISSING_MS * 2 ** facts.repeats
  if (ageMs < FIRST_NEWER_MS * 2 ** facts.repeats || mtime === null || facts.mtimeMs === null) return false
  return (parseTime(mtime)?.epochMs ?? 0) > facts.mtimeMs
}
