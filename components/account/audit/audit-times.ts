import { epochOfLocal, localText } from '@/lib/format/time/zone-time'
import { parseTime } from '@/lib/interface/times'

/** Text of a date-time field for an ISO 8601 time in the zone; empty for an unreadable one. */
export function fieldOfTime(time: string, zone?: string): string {
  const epochMs = parseTime(time)?.epochMs
  return epochMs === undefined ? '' : localText(epochMs, zone)
}

/** The inverse, in UTC: a link means the same in every zone. */
export function timeOfField(text: string, zone?: string): string {
  const epochMs = epochOfLocal(text, zone)
  return epochMs === null ? '' : new Date(epochMs).toISOString().replace('.000', '')
}
