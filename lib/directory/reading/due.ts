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
 * Whether a record is to be read again: when it is old; when the vehicle's `mtime` is newer than the record's, but then
 * after half an hour at first, and twice as late after each reading that found the same names; when there was none, after
 * ten minutes at first, and twice as late each time.
 * @param mtime of the vehicle's search object
 */
export function isDue(facts: VehicleFacts, mtime: string | null, nowMs: number): boolean {
  const ageMs = nowMs - facts.readAtMs
  if (ageMs >= OLD_MS || isOfFuture(facts, nowMs)) return true
  if (facts.isMissing) return ageMs >= FIRST_MISSING_MS * 2 ** facts.repeats
  if (ageMs < FIRST_NEWER_MS * 2 ** facts.repeats || mtime === null || facts.mtimeMs === null) return false
  return (parseTime(mtime)?.epochMs ?? 0) > facts.mtimeMs
}
