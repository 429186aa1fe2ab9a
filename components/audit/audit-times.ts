import { epochOfLocal, localText } from '@/lib/format/zone-time'
import { parseTime } from '@/lib/interface/times'

/** A filter's time, ISO 8601, as its field shows it in the zone; empty when there is none or it cannot be read. */
export function fieldOfTime(time: string, zone?: string): string {
  const epochMs = parseTime(time)?.epochMs
  return epochMs === undefined ? '' : localText(epochMs, zone)
}

/** The other way: UTC, so that a link means the same in every zone. */
export function timeOfField(text: string, zone?: string): string {
  const epochMs = epochOfLocal(text, zone)
  return epochMs === null ? '' : new Date(epochMs).toISOString().replace('.000', '')
}
